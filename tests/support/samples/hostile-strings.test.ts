import { expect, test } from 'vitest'
import { addressOf } from '#kit/contract/endpoint.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'
import { fillWithHostileStrings, hostilePlace } from './fill-hostile-strings.ts'
import { hasAllHostileStrings, notWritten, textColumns } from './hostile-strings.ts'

/* Checks that the texts that tests/browser/every-page/hostile-strings-phone.spec.ts shows are in every column, and break no call. */

const app = await startApp({ RATE_LIMITS: 'off' })
const ids = await fillWithHostileStrings(app.db, { now: app.clock.now(), passwordHash: '' })

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

test.each(['user', 'admin', 'superUser'] as const)('%s: no call that reads fails [T-57]', async rank => {
  const caller = app.as(await app[rank](hostilePlace))
  const [restaurantId = 0, lunch = 0] = [ids.restaurants[0], ids.lunches[0]]
  const { campusCode } = hostilePlace
  const texts = { filename: 'none.json', hash: '0', version: '0', key: 'registration_message', token: 'none' }
  for (const endpoint of await listEndpoints()) {
    if (endpoint.method !== 'GET' || endpoint.events) continue
    const id = endpoint.path.startsWith('/api/lunches') ? lunch : restaurantId
    const address = addressOf(endpoint, { params: { ...texts, id, restaurantId, campusCode } })
    const { status } = await caller.fetch(address)
    expect(status === 503 || status < 500, `${endpoint.path}: ${status}`).toBe(true)
  }
})
