import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { type RowOf, readPage } from '#kit/web/api/queries.ts'
import { useDebounced } from '#kit/web/browser/state.ts'
import { type Choice, Combobox } from '#kit/web/ui/inputs/combobox.tsx'

export interface PickerProps {
  /** The accessible name of a picker outside a Field. */
  label?: string
  placeholder?: string
  chosen: string
  onChoose: (choice: Choice | undefined) => void
  className?: string
}

interface PickerOf<E extends Endpoint> extends PickerProps {
  endpoint: E
  choiceOf: (row: RowOf<E>) => Choice
}

export const maxMatches = '30'

/** Finds one row of a long list by its search. */
export function Picker<E extends Endpoint>({ endpoint, choiceOf, ...combobox }: PickerOf<E>) {
  const [typed, setTyped] = useState<string>()
  const search = useDebounced(typed)
  const { data, error } = useQuery({
    ...readPage<E>(endpoint, { query: { search, limit: maxMatches } } as unknown as CallInput<E>),
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
