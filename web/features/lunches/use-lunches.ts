import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Lunch, listLunches } from '#contract/lunches.ts'
import { localDate } from '#domain/zoned-time.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { read } from '#web/api/queries.ts'
import { useServerMinute } from '#web/lib/server-now.ts'
import { isAhead } from './lunch-words.ts'

const list = read(listLunches)

/** All lunches of all campuses, as the stream or the poll keeps them; undefined until either has brought them. */
export function useLunches(): Lunch[] | undefined {
  return useQuery({ ...list, enabled: false }).data
}

/** Whether they are what an earlier visit kept, until the stream or the poll has brought this one's. */
export function useLunchesAreKept(): boolean {
  return useQuery({ ...list, enabled: false }).dataUpdatedAt < performance.timeOrigin
}

/** The lunches of today, still ahead, that go or may go to a restaurant. */
export function useLunchesAt(restaurantId: number): Lunch[] {
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const today = localDate(now, timeZone)
  return (useLunches() ?? []).filter(
    lunch =>
      lunch.decision?.restaurantId === restaurantId &&
      isAhead(lunch, now) &&
      localDate(new Date(lunch.leavesAt), timeZone) === today,
  )
}

export function setLunches(queryClient: QueryClient, lunches: Lunch[]): void {
  queryClient.setQueryData(list.queryKey, lunches)
}

/** Puts a lunch into the list, or in the place of an older version of it. */
export function putLunch(queryClient: QueryClient, lunch: Lunch): void {
  queryClient.setQueryData(list.queryKey, (before: Lunch[] | undefined) => before && withLunch(before, lunch))
}

export function withLunch(lunches: Lunch[], lunch: Lunch): Lunch[] {
  const known = lunches.find(({ id }) => id === lunch.id)
  if (known && known.version > lunch.version) return lunches
  const others = lunches.filter(({ id }) => id !== lunch.id)
  return [...others, lunch].sort((a, b) => a.leavesAt.localeCompare(b.leavesAt) || a.id - b.id)
}

/** Where a change is shown before the server has said yes, the lunch as the server gave it. */
type Shown = Lunch & { given?: Lunch }

/** Shows a change at once; returns how to take it back, with those that were shown on top of it. */
export function patchLunch(
  queryClient: QueryClient,
  id: number,
  change: (lunch: Lunch) => Lunch,
): () => void {
  let before: Lunch | undefined
  queryClient.setQueryData(list.queryKey, (lunches: Shown[] | undefined) =>
    lunches?.map(lunch => {
      if (lunch.id !== id) return lunch
      before = lunch.given ?? lunch
      return { ...change(lunch), given: before }
    }),
  )
  return () => {
    if (before) putLunch(queryClient, before)
  }
}
