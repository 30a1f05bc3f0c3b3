import { fillIn, recordHome } from '../browser.ts'
import type { Person } from '../fill.ts'

export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }

export type Scenario = {
  name: string
  /** The requests that each person sends in turn; one turn is counted as one item. */
  people: Request[][]
  /** How many requests make one item. */
  requestsEach: number
  /** Ratings that are written meanwhile, ten a second, for so long that what is learned from them changes. */
  written?: Request[]
}

/** The number of restaurants of each campus. */
export const campusSizes = [
  { campusCode: 'arden', restaurants: 60 },
  { campusCode: 'brevard', restaurants: 300 },
] as const

const crowd = 20
const json = { 'content-type': 'application/json' }
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The scenarios: the whole page, its two largest calls, and the other calls of noon. */
export async function scenariosOf(origin: string, people: Person[]): Promise<Scenario[]> {
  const few = people.slice(0, crowd)
  const first = few[0] as Person
  const get = ({ cookie }: Person, path: string, headers = {}): Request => {
    return { method: 'GET', path, headers: { cookie, ...headers } }
  }
  const post = ({ cookie }: Person, path: string, body: unknown): Request => {
    const headers = { cookie, ...json, ...compressed }
    return { method: 'POST', path, headers, body: JSON.stringify(body) }
  }
  const each = (name: string, requests: (person: Person) => Request[], of = few): Scenario => ({
    name,
    people: of.map(requests),
    requestsEach: requests(first).length,
  })
  const list = '/api/restaurants/campus/brevard'
  const listed = await fetch(origin + list, { headers: { cookie: first.cookie } })
  const restaurantIds = ((await listed.json()) as { id: number }[]).map(({ id }) => id)
  const ratingsBy = (person: Person) =>
    restaurantIds
      .slice(0, 50)
      .map((restaurantId, i) => post(person, '/api/ratings', { restaurantId, value: (i % 5) + 1 }))

  const campusCode = 'brevard'
  const paths = await recordHome(origin, { ...first, campusCode })
  const page = (person: Person) =>
    paths.map(path => get(person, fillIn(path, { ...person, campusCode }), compressed))
  const written = people.slice(crowd).flatMap(ratingsBy)
  const unchanged = { ...compressed, 'if-none-match': listed.headers.get('etag') ?? '' }
  const batch = '/api/restaurants/batch/ratings-data'
  return [
    each('page of 300', page),
    ...campusSizes.map(({ campusCode, restaurants }) =>
      each(`home of ${restaurants}`, person => [
        get(person, `/api/restaurants/campus/${campusCode}`, compressed),
        get(person, `/api/users/${person.id}/ratings`, compressed),
      ]),
    ),
    each('list of 300, unchanged', person => [get(person, list, unchanged)]),
    each('whole batch of 300', person => [post(person, batch, { restaurantIds })]),
    each('current user', person => [get(person, '/api/user')]),
    // The list of 300 isn't unchanged any more afterwards.
    { ...each('page of 300, while people rate', page), written },
    { ...each('ratings', ratingsBy), requestsEach: 1 },
    { ...each('ratings, one person', ratingsBy, [first]), requestsEach: 1 },
  ]
}
