import { useQuery } from '@tanstack/react-query'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { readPage } from '#kit/web/api/queries.ts'
import { maxMatches, Picker, type PickerProps } from '#kit/web/list/picker.tsx'
import { listRestaurants } from '../contract.ts'

/** Finds one restaurant by name or address. Says the short address of the chosen one if its name isn't unique. */
export function RestaurantPicker({ chosenId, ...props }: PickerProps & { chosenId: number | undefined }) {
  const campusName = useCampusName()
  const { data } = useQuery({
    ...readPage(listRestaurants, { query: { search: props.chosen, limit: maxMatches } }),
    enabled: chosenId !== undefined && props.chosen !== '',
  })
  const names = distinctNames(data?.rows ?? [])
  const chosen = (chosenId !== undefined && names.get(chosenId)) || props.chosen
  return (
    <Picker
      endpoint={listRestaurants}
      choiceOf={({ id, name, campusCode, address }) => ({
        id,
        label: name,
        detail: sentence`${campusName(campusCode)} · ${address}`,
      })}
      {...props}
      chosen={chosen}
    />
  )
}
