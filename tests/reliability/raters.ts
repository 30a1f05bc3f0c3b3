import { createRating } from '#contract/ratings.ts'
import { peopleOf } from '#server/testing/people.ts'
import { call, type Person, signIn } from './client.ts'
import { type Installation, withDeps } from './installation.ts'

export type Rater = { who: Person; restaurantId: number }

/** One person per write: a second rating by the same person would change a row, and its loss would not show. */
export const prepareRaters = (installation: Installation, count: number): Promise<Rater[]> =>
  withDeps(installation, async deps => {
    const make = peopleOf(deps)
    const { id: restaurantId } = await make.restaurant()
    const raters: Rater[] = []
    for (let i = 0; i < count; i += 1)
      raters.push({ who: await signIn(deps, await make.user()), restaurantId })
    return raters
  })

/** Rates one after another, and returns the statuses; 500 if there was no reply. */
export async function rateAll(origin: string, raters: Rater[], comment?: string): Promise<number[]> {
  const statuses: number[] = []
  for (const { who, restaurantId } of raters) {
    const answer = call(origin, who, createRating, { body: { restaurantId, value: 4, comment } })
    statuses.push((await answer.catch(() => ({ status: 500 }))).status)
  }
  return statuses
}
