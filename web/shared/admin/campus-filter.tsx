import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'
import { FilterSelect } from './filter-select.tsx'

/** Narrows a list to one campus. */
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
