import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { listRestaurants } from '#contract/restaurants.ts'
import { listUsers } from '#contract/users.ts'
import { sentence } from '#domain/isolated.ts'
import { fullName } from '#domain/person-names.ts'
import { distinctNames } from '#domain/place-names.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { type RowOf, readPage } from '#web/api/queries.ts'
import { useDebounced } from '#web/lib/state.ts'
import { type Choice, Combobox } from '#web/ui/combobox.tsx'

interface PickerProps {
  /** The accessible name of a picker outside a Field. */
  label?: string
  placeholder?: string
  chosen: string
  onChoose: (choice: Choice | undefined) => void
  className?: string
}

/** Finds one account by name, email, campus or department. */
export function UserPicker(props: PickerProps) {
  return (
    <Picker
      endpoint={listUsers}
      choiceOf={user => ({ id: user.id, label: fullName(user), detail: user.email })}
      {...props}
    />
  )
}

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

interface AnyPickerProps<E extends Endpoint> extends PickerProps {
  endpoint: E
  choiceOf: (row: RowOf<E>) => Choice
}

const maxMatches = '30'

function Picker<E extends typeof listUsers | typeof listRestaurants>({
  endpoint,
  choiceOf,
  ...combobox
}: AnyPickerProps<E>) {
  const [typed, setTyped] = useState<string>()
  const search = useDebounced(typed)
  const { data, error } = useQuery({
    ...readPage<E>(endpoint, { query: { search, limit: maxMatches } } as Parameters<typeof readPage<E>>[1]),
    enabled: search !== undefined,
  })
  // Never shows the matches of an earlier text: Enter would choose one of them.
  const isCurrent = typed === search
  return (
    <Combobox
      {...combobox}
      onType={setTyped}
      choices={isCurrent ? data?.rows.map(choiceOf) : undefined}
      problem={isCurrent ? error?.message : undefined}
    />
  )
}
