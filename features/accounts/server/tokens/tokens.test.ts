import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditLogs } from '#features/audit/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { days } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { programsOf } from '#tests/support/calls/programs.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getViewer } from '../../sessions-contract.ts'
import {
  createToken,
  listAllTokens,
  listTokens,
  maxTokens,
  removeAnyToken,
  removeToken,
} from '../../tokens-contract.ts'

const app = await startApp({ RATE_LIMITS: 'off' })
const { tokenOf, withToken, in30Days } = programsOf(app)
const root = app.as(await app.superUser())

let ana: Row<'users'>
beforeEach(async () => {
  ana = await app.user()
})

test('a token is shown once, is stored as a hash, calls the API as its user, and is mailed about [T-260]', async () => {
  const made = await tokenOf(ana, { name: ' Wall \u00a0display\u200b' })
  expect(made).toMatchObject({ name: 'Wall display', readOnly: false, lastUsedAt: null })
  expect(made.token).toMatch(/^ct_[\w-]{43}$/)
  const [row] = await app.db.selectFrom('accessTokens').selectAll().where('userId', '=', ana.id).execute()
  expect(JSON.stringify(row)).not.toContain(made.token)

  const program = withToken(made.token)
  expect((await program.call(getViewer)).body).toMatchObject({ id: ana.id })
  const { id: restaurantId } = await app.restaurant()
  expect((await program.call(createRating, { body: { restaurantId, value: 4 } })).status).toBe(201)

  const [listed] = (await app.as(ana).call(listTokens)).body
  expect(listed).toMatchObject({ id: made.id, name: 'Wall display', lastUsedAt: expect.any(String) })
  const mails = JSON.stringify(await app.mails())
  expect(mails).toContain('Wall display')
  expect(mails).not.toContain(made.token)
})

test('a token ends within a year, and one person can have so many', async () => {
  const make = (expiresAt: string) => app.as(ana).call(createToken, { body: { name: 'Script', expiresAt } })
  for (const expiresAt of ['2020-01-01T00:00:00Z', new Date(Date.now() + 367 * days).toISOString()]) {
    const { status, error } = await make(expiresAt)
    expect([status, error.errors?.[0]?.path]).toEqual([400, 'expiresAt'])
  }
  for (let count = 0; count < maxTokens; count++) await tokenOf(ana)
  expect((await make(in30Days())).status).toBe(409)
})

describe('a wrong token', () => {
  test.each(['ct_wrong', 'x', '', 'ct_two words', 'ct_'.padEnd(46, 'a')])(
    'such as %s is 401 with WWW-Authenticate',
    async token => {
      const reply = await withToken(token).call(getViewer)
      expect([reply.status, reply.code]).toEqual([401, 'invalid_token'])
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/)
    },
  )

  test('is the only thing that is answered with WWW-Authenticate', async () => {
    const reply = await app.as(null).call(getViewer)
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, null])
  })

  test('beside a valid cookie does no harm', async () => {
    const reply = await app.as(ana).fetch('/api/user', { headers: { authorization: 'Bearer ct_wrong' } })
    expect(reply.status).toBe(200)
  })

  test('is throttled by address [T-263]', async () => {
    const limited = await startApp()
    const programs = programsOf(limited)
    const attempt = () => programs.withToken('ct_wrong').call(getViewer)
    for (let count = 0; count < 100; count++) expect((await attempt()).status).toBe(401)
    const rejected = await attempt()
    expect([rejected.status, rejected.headers.has('retry-after')]).toEqual([429, true])
    const { token } = await programs.tokenOf(await limited.user())
    expect((await programs.withToken(token).call(getViewer)).status).toBe(200)
  })
})

test('a write from another site is rejected, with a token too', async () => {
  const { token } = await tokenOf(ana)
  const foreign = withToken(token, { origin: 'https://evil.test' })
  expect((await foreign.call(createRating, { body: { restaurantId: 1, value: 3 } })).status).toBe(403)
})

const ends: [string, (token: { id: number }) => Promise<unknown>][] = [
  ['its owner ends it', ({ id }) => app.as(ana).call(removeToken, { params: { id } })],
  [
    'its time is over',
    ({ id }) =>
      app.db
        .updateTable('accessTokens')
        .set({ expiresAt: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute(),
  ],
]
// What else ends one is in users/revoke-access.test.ts.

test.each(ends)('a token ends when %s [T-260]', async (_, end) => {
  const made = await tokenOf(ana)
  await end(made)
  expect((await withToken(made.token).call(getViewer)).status).toBe(401)
})

test('administrators see and end the tokens of people up to their rank, which is audited [T-265]', async () => {
  const [admin, higher] = [await app.admin(), await app.superUser()]
  const [mine, theirs] = [await tokenOf(ana), await tokenOf(higher)]
  const { body } = await app.as(admin).call(listAllTokens, { query: {} })
  expect(body.find(({ id }) => id === mine.id)).toMatchObject({ user: { id: ana.id, email: ana.email } })
  expect(body.map(({ id }) => id)).not.toContain(theirs.id)
  const one = await app.as(admin).call(listAllTokens, { query: { userId: ana.id } })
  expect(one.body.map(({ id }) => id)).toEqual([mine.id])

  const params = { id: theirs.id }
  expect((await app.as(admin).call(removeAnyToken, { params })).status).toBe(403)
  expect((await withToken(theirs.token).call(getViewer)).status).toBe(200)
  expect((await app.as(admin).call(removeAnyToken, { params: { id: mine.id } })).status).toBe(204)
  expect((await withToken(mine.token).call(getViewer)).status).toBe(401)
  const log = await root.call(listAuditLogs, { query: { action: 'TOKEN_REVOKED' } })
  expect(log.body[0]).toMatchObject({ userId: admin.id })
  expect(log.body[0]?.details).toContain(ana.email)
})
