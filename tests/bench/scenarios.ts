import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { campusSizes, type Person } from './fill.ts'
import type { Request } from './load.ts'

export type Scenario = {
  name: string
  /** The requests that each person sends in turn; one turn is counted as one item. */
  people: Request[][]
  /** How many requests make one item. */
  requestsEach: number
}

const crowd = 20
const json = { 'content-type': 'application/json' }
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The scenarios: Homes (the list of a campus and the user's own ratings), and the other calls of noon. */
export async function scenariosOf(
  db: Kysely<Database>,
  origin: string,
  people: Person[],
): Promise<Scenario[]> {
  const few = people.slice(0, crowd)
  const get = (person: Person, path: string, headers = {}): Request => ({
    method: 'GET',
    path,
    headers: { cookie: person.cookie, ...headers },
  })
  const post = (person: Person, path: string, body: unknown, headers = {}): Request => ({
    method: 'POST',
    path,
    headers: { cookie: person.cookie, ...json, ...headers },
    body: JSON.stringify(body),
  })
  const home = (person: Person, campusCode: string, headers = {}) => [
    get(person, `/api/restaurants/campus/${campusCode}`, headers),
    get(person, `/api/users/${person.id}/ratings`, headers),
  ]
  const homes = (of: Person[], campusCode: string, headers = {}) => ({
    people: of.map(person => home(person, campusCode, headers)),
    requestsEach: 2,
  })
  const scenarios: Scenario[] = []
  for (const { campusCode, restaurants } of campusSizes) {
    const name = `home of ${restaurants.toLocaleString('en-US')}`
    scenarios.push(
      { name: `${name}, compressed`, ...homes(few, campusCode, compressed) },
      { name: `${name}, plain`, ...homes(few, campusCode) },
    )
  }
  scenarios.push({
    name: 'home of 300, compressed, one person',
    ...homes(few.slice(0, 1), 'brevard', compressed),
  })

  const list = '/api/restaurants/campus/brevard'
  const [first] = few
  const etag =
    first && (await fetch(origin + list, { headers: { cookie: first.cookie } })).headers.get('etag')
  const unchanged = { ...compressed, 'if-none-match': etag ?? '' }
  scenarios.push({
    name: 'list of 300, unchanged',
    people: few.map(person => [get(person, list, unchanged)]),
    requestsEach: 1,
  })

  const rows = await db.selectFrom('restaurants').select('id').where('campusCode', '=', 'brevard').execute()
  const restaurantIds = rows.map(row => row.id)
  const batch = '/api/restaurants/batch/ratings-data'
  for (const [how, headers] of [
    ['compressed', compressed],
    ['plain', {}],
  ] as const)
    scenarios.push({
      name: `whole batch of 300, ${how}`,
      people: few.map(person => [post(person, batch, { restaurantIds }, headers)]),
      requestsEach: 1,
    })

  scenarios.push({
    name: 'current user',
    people: few.map(person => [get(person, '/api/user')]),
    requestsEach: 1,
  })
  const rate = (person: Person) =>
    restaurantIds
      .slice(0, 50)
      .map((restaurantId, i) => post(person, '/api/ratings', { restaurantId, value: (i % 5) + 1 }))
  scenarios.push(
    { name: 'ratings', people: few.map(rate), requestsEach: 1 },
    { name: 'ratings, one person', people: few.slice(0, 1).map(rate), requestsEach: 1 },
  )
  return scenarios
}
