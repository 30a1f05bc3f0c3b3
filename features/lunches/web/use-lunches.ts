import { type QueryClient, useQuery } from '@tanstack/react-query'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { patchCached, updateCached } from '#kit/web/api/patch-cached.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { type Lunch, listLunches } from '../contract.ts'
import { isUpcoming } from './lunch-texts.ts'

const list = read(listLunches)

/** All lunches of all campuses, kept current by the stream or the poll; undefined until first loaded. */
export function useLunches(): Lunch[] | undefined {
  return useQuery({ ...list, enabled: false }).data
}

/** The same outside of rendering. */
export const knownLunches = (queryClient: QueryClient): Lunch[] =>
  queryClient.getQueryData(list.queryKey) ?? []

/** Whether the lunches are still those cached by an earlier visit, not yet refreshed by the stream or the poll. */
export function useLunchesAreStale(): boolean {
  return useQuery({ ...list, enabled: false }).dataUpdatedAt < performance.timeOrigin
}

/** Today's upcoming lunches that go, or may go, to a restaurant. */
export function useLunchesAt(restaurantId: number): Lunch[] {
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const today = localDate(now, timeZone)
  return (useLunches() ?? []).filter(
    lunch =>
      lunch.decision?.restaurantId === restaurantId &&
      isUpcoming(lunch, now) &&
      localDate(new Date(lunch.leavesAt), timeZone) === today,
  )
}

export function setLunches(queryClient: QueryClient, lunches: Lunch[]): void {
  if (queryClient.getQueryData(list.queryKey)) updateCached(queryClient, listLunches, () => lunches)
  else queryClient.setQueryData(list.queryKey, lunches)
}

/** Adds a lunch to the list, or replaces an older version of it. */
export function putLunch(queryClient: QueryClient, lunch: Lunch): void {
  updateCached(queryClient, listLunches, before => withLunch(before, lunch))
}

export function withLunch(lunches: Lunch[], lunch: Lunch): Lunch[] {
  const known = lunches.find(({ id }) => id === lunch.id)
  if (known && known.version > lunch.version) return lunches
  const others = lunches.filter(({ id }) => id !== lunch.id)
  return [...others, lunch].sort((a, b) => a.leavesAt.localeCompare(b.leavesAt) || a.id - b.id)
}

/** An optimistic change of one lunch. */
export const patchLunch = (id: number, change: (lunch: Lunch) => Lunch) =>
  patchCached(listLunches, lunches => lunches.map(lunch => (lunch.id === id ? change(lunch) : lunch)))
