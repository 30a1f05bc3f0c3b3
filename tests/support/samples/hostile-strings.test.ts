import { describe, expect, test } from 'vitest'
import { addressOf, type Endpoint } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'
import { fillWithHostileStrings, hostilePlace } from './fill-hostile-strings.ts'
import { hasAllHostileStrings, notWritten, textColumns } from './hostile-strings.ts'

/* Checks that the texts that tests/browser/every-page/hostile-strings-phone.spec.ts shows are in every column, and break no call. */

const app = await startApp({ RATE_LIMITS: 'off' })
const { department, campusCode } = hostilePlace
const { passwordHash } = await app.primary()
const ids = await fillWithHostileStrings(app.db, { now: app.clock.now(), passwordHash })

test.each(textColumns().filter(([table, column]) => !notWritten[`${table}.${column}`]))(
  'hostile strings are in %s.%s [T-57]',
  async (table, column) => {
    const rows = await app.db
      .selectFrom(table)
      .select(column as 'id')
      .execute()
    const all = rows.map(row => String(Object.values(row)[0])).join('\n')
    // In JSON, quotes are escaped.
    expect(hasAllHostileStrings(all.replaceAll('\\"', '"')), all.slice(0, 500)).toBe(true)
  },
)

test('every exception in notWritten is an existing column [T-57]', () => {
  const columns = textColumns().map(names => names.join('.'))
  expect(Object.keys(notWritten).filter(column => !columns.includes(column))).toEqual([])
})

const people: [string, () => Promise<Row<'users'>>][] = [
  ['a user', () => app.user({ department, campusCode })],
  ['an admin', () => app.admin({ department, campusCode })],
  ['a super-user', () => app.superUser({ department, campusCode })],
  ['the primary admin', app.primary],
]

describe.each(people)('%s', (_name, makePerson) => {
  test('can read all hostile strings without a failing call [T-57]', async () => {
    const person = await makePerson()
    for (const endpoint of (await listEndpoints()).filter(isRead)) {
      const [restaurant, lunch] = [ids.restaurants[0] ?? 0, ids.lunches[0] ?? 0]
      const id = endpoint.path.startsWith('/api/lunches') ? lunch : restaurant
      const params = {
        id,
        restaurantId: restaurant,
        campusCode,
        filename: 'none.json',
        hash: '0',
        version: '0',
      }
      const { status } = await app
        .as(person)
        .fetch(addressOf(endpoint, { params: { ...params, key: 'registration_message', token: 'none' } }))
      expect(status === 503 || status < 500, `${endpoint.path}: ${status}`).toBe(true)
    }
  })
})

const isRead = ({ method, events }: Endpoint) => method === 'GET' && !events
