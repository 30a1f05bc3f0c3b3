// On both engines: searches.
import { expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { fillWithHostileStrings } from '#tests/support/samples/fill-hostile-strings.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Every searchable list of the contract looks for exactly the
 * text that was typed, and never reads it as SQL or as a pattern.
 */

const app = await startApp({ RATE_LIMITS: 'off' })
const primary = await app.primary()
await fillWithHostileStrings(app.db, { now: app.clock.now(), passwordHash: primary.passwordHash })

const canBeSearched = ({ method, query }: Endpoint) =>
  method === 'GET' && Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).includes('search')
const lists = (await listEndpoints())
  .filter(canBeSearched)
  .map(({ path }) => path)
  // A random pick from a list is not a list.
  .filter(path => !path.includes('/random/'))

const found = async (path: string, search: string) => {
  const reply = await app.as(primary).fetch(`${path}?${new URLSearchParams({ search })}`)
  const rows = (await reply.json()) as unknown
  return [reply.status, Array.isArray(rows) ? rows.length : rows]
}

test('the contract has searchable lists', () => {
  expect(lists.length).toBeGreaterThan(5)
})

test.each(lists)('%s finds a text without its signs, and with soft hyphens and wide blanks', async path => {
  for (const search of ['onerror=alert 1', 'on\u00ADerror=alert\u3000\u30001'])
    expect((await found(path, search))[1], search).toBeGreaterThan(0)
})

test.each(lists)('%s takes a search literally [T-121]', async path => {
  // It is in every list. Case doesn't matter.
  expect((await found(path, 'ONERROR=ALERT(1)'))[1]).toBeGreaterThan(0)
  for (const search of ['%', 'o_error', "' or '1'='1", "'; drop table users; --", '\\_', '"x" or 1=1'])
    expect(await found(path, search), search).toEqual([200, 0])
})
