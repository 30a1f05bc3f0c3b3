import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import { listHidden } from '../contract.ts'

/** The places that the viewer has hidden. Asked for on their own: suggestions take longer, and may fail. */
export function useHiddenPlaces() {
  const { data, isPending } = useQuery(read(listHidden))
  const ids = new Set(data)
  return { isPending, isHidden: (id: number) => ids.has(id) }
}
