import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Lunch, listLunches } from '#contract/lunches.ts'
import { localDate } from '#domain/zoned-time.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { read } from '#web/api/queries.ts'
import { useServerMinute } from '#web/lib/server-now.ts'
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
  queryClient.setQueryData(list.queryKey, lunches)
}

/** Adds a lunch to the list, or replaces an older version of it. */
export function putLunch(queryClient: QueryClient, lunch: Lunch): void {
  queryClient.setQueryData(list.queryKey, (before: Lunch[] | undefined) => before && withLunch(before, lunch))
}

export function withLunch(lunches: Lunch[], lunch: Lunch): Lunch[] {
  const known = lunches.find(({ id }) => id === lunch.id)
  if (known && known.version > lunch.version) return lunches
  const others = lunches.filter(({ id }) => id !== lunch.id)
  return [...others, lunch].sort((a, b) => a.leavesAt.localeCompare(b.leavesAt) || a.id - b.id)
}

/** `given`: the server's version of a lunch that has an optimistic change. */
type PatchedLunch = Lunch & { original?: Lunch }

/** Applies an optimistic change; the returned undo restores the server's version, dropping later changes too. */
export function patchLunch(
  queryClient: QueryClient,
  id: number,
  change: (lunch: Lunch) => Lunch,
): () => void {
  let before: Lunch | undefined
  queryClient.setQueryData(list.queryKey, (lunches: PatchedLunch[] | undefined) =>
    lunches?.map(lunch => {
      if (lunch.id !== id) return lunch
      before = lunch.original ?? lunch
      return { ...change(lunch), original: before }
    }),
  )
  return () => {
    if (before) putLunch(queryClient, before)
  }
}
