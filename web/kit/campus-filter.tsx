import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'

/** Narrows a list to one campus, as `campusCode` in the address. */
export function CampusFilter() {
  const { search, refine } = useSearchParams()
  const { data: campuses = [] } = useQuery(read(listCampuses))
  return (
    <Field label="Campus" hideLabel className="min-w-44 max-sm:flex-1">
      <Select
        value={String(search.campusCode ?? '')}
        onChange={event => refine({ campusCode: event.target.value, page: undefined })}
      >
        <option value="">All campuses</option>
        {campuses.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
