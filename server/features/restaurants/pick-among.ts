import { randomInt } from 'node:crypto'
import { matchesSearch } from '#domain/search.ts'

type Candidate = { id: number; name: string; address: string; disabled: boolean }

/** One of the enabled restaurants that match the search and aren't excluded, each equally likely; undefined without any. */
export function pickAmong<R extends Candidate>(
  restaurants: R[],
  { search = '', exclude = [] }: { search?: string | undefined; exclude?: number[] | undefined },
): R | undefined {
  const excluded = new Set(exclude)
  const eligible = restaurants.filter(
    restaurant => !restaurant.disabled && !excluded.has(restaurant.id) && matchesSearch(restaurant, search),
  )
  return eligible.length > 0 ? eligible[randomInt(eligible.length)] : undefined
}
