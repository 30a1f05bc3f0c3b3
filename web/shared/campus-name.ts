import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'

/** The name of a campus; its code until the names are known. */
export function useCampusName(): (code: string) => string {
  const { data } = useQuery(read(listCampuses))
  return code => data?.find(campus => campus.code === code)?.name ?? code
}
