import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { fullName } from '#domain/person-names.ts'
import { read } from '#web/api/queries.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { parseId, urlParams } from '#web/lib/search-params.ts'
import { UserPicker } from '#web/shared/pickers.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { type Option, Select } from '#web/ui/select.tsx'

interface FilterSelectProps {
  /** The query parameter in the address. */
  name: string
  label: string
  /** The option that doesn't narrow the list. */
  all: string
  options: readonly Option[]
  className?: string
}

/** Narrows a list to one choice, which is kept in the address. */
export function FilterSelect({ name, label, all, options, className }: FilterSelectProps) {
  const search = useSearch()
  return (
    <Field label={label} hideLabel className={className ?? 'min-w-44 max-sm:flex-1 sm:max-w-72'}>
      <Select
        value={String(search[name] ?? '')}
        onChange={event => urlParams.refine({ [name]: event.target.value, page: undefined })}
        empty={all}
        options={options}
      />
    </Field>
  )
}

export function CampusFilter() {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  return (
    <FilterSelect
      name="campusCode"
      label="Campus"
      all="All campuses"
      options={campuses.map(({ code, name }) => [code, name])}
    />
  )
}

interface UserFilterProps {
  label: string
  placeholder: string
  /** The visible rows. The address only has an id; after a reload, the name is taken from these. */
  rows: readonly { userId: number | null; user: Parameters<typeof fullName>[0] | null }[]
}

/** Narrows a list to one person. */
export function UserFilter({ label, placeholder, rows }: UserFilterProps) {
  const search = useSearch()
  const [chosen, setChosen] = useState<Choice>()
  const userId = parseId(search.userId)
  const user = rows.find(row => row.userId === userId)?.user
  const name = user ? fullName(user) : chosen?.id === userId ? chosen?.label : `User ${userId}`
  return (
    <UserPicker
      label={label}
      placeholder={placeholder}
      chosen={userId ? (name ?? '') : ''}
      onChoose={choice => {
        setChosen(choice)
        urlParams.refine({ userId: choice?.id, page: undefined })
      }}
      className="w-52 max-sm:w-full"
    />
  )
}
