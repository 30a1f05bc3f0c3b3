import { useQuery } from '@tanstack/react-query'
import { listRestaurants } from '#contract/restaurants.ts'
import { sentence } from '#domain/isolated.ts'
import { distinctNames } from '#domain/place-names.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { readPage } from '#web/api/queries.ts'
import { maxMatches, Picker, type PickerProps } from './admin/picker.tsx'

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
