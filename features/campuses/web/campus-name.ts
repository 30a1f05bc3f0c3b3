import { type QueryClient, useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import { type Campus, listCampuses } from '../contract.ts'

/** The name of a campus; its code until the names are known. */
export function useCampusName(): (code: string) => string {
  return nameAmong(useQuery(read(listCampuses)).data)
}

/** The same for what is made once and kept: waits for the names. */
export const loadCampusName = async (queryClient: QueryClient): Promise<(code: string) => string> =>
  nameAmong(await queryClient.ensureQueryData(read(listCampuses)))

const nameAmong = (campuses: readonly Campus[] | undefined) => (code: string) =>
  campuses?.find(campus => campus.code === code)?.name ?? code
