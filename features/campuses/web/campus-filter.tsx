import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import { FilterSelect } from '#kit/web/list/filter-select.tsx'
import { listCampuses } from '../contract.ts'

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
