import { createRating } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type Installation, withDeps } from '#tests/support/backups/installation.ts'
import { callEndpoint, startSession } from '#tests/support/calls/caller.ts'
import { peopleOf } from '#tests/support/people/people.ts'

export type Person = { id: number; cookie: string }

/** Creates a session of this user directly in the database. */
export async function signIn(deps: Deps, { id }: { id: number }): Promise<Person> {
  return { id, cookie: await startSession(deps, id) }
}

/** Sends one request over real HTTP; throws only if there is no response. */
export function call<E extends Endpoint>(
  origin: string,
  person: Person | null,
  endpoint: E,
  input?: CallInput<E>,
) {
  const request = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (person) headers.set('cookie', person.cookie)
    return fetch(origin + path, { ...init, headers })
  }
  return callEndpoint(request, endpoint, input)
}

/** Waits up to `patience` seconds until the server is ready. */
export async function waitUntilReady(origin: string, patience: number): Promise<void> {
  const end = performance.now() + patience * 1000
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      reply => reply.text().then(() => reply.ok),
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > end) throw new Error(`The server was not ready after ${patience} s`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Makes so many, one after another. */
export async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}

export type Rater = { who: Person; restaurantId: number }

/** One person per write: a second rating by the same person would change a row, and its loss would not show. */
export const prepareRaters = (installation: Installation, count: number): Promise<Rater[]> =>
  withDeps(installation, async deps => {
    const make = peopleOf(deps)
    const { id: restaurantId } = await make.restaurant()
    return times(count, async () => ({ who: await signIn(deps, await make.user()), restaurantId }))
  })

/** Reads all restaurants of a campus, and returns the status. */
export const readAs = async (origin: string, who: Person) =>
  (await call(origin, who, listCampusRestaurants, { params: { campusCode: 'arden' } })).status

/** Rates one after another, and returns the statuses; 500 if there was no reply. */
export async function rateAll(origin: string, raters: Rater[], comment?: string): Promise<number[]> {
  const statuses: number[] = []
  for (const { who, restaurantId } of raters) {
    const answer = call(origin, who, createRating, { body: { restaurantId, value: 4, comment } })
    statuses.push((await answer.catch(() => ({ status: 500 }))).status)
  }
  return statuses
}
