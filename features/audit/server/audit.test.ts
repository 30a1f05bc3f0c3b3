import { expect, test } from 'vitest'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { basic } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { type AuditAction, createAuditLog, listAuditLogs } from '../contract.ts'
import { recordAudit } from './record-audit.ts'

const app = await startApp()
const root = app.as(await app.superUser())

type Query = { [name: string]: string | number }
const list = async (query: Query = {}) => {
  const { body, headers, message } = await root.call(listAuditLogs, { query: query as object })
  return { entries: body, total: Number(headers.get('x-total-count')), message }
}

/** Records an entry as a handler does. */
async function record(action: AuditAction, userId: number | null, details: unknown) {
  const by = {
    viewer: userId === null ? null : { id: userId },
    request: { ip: '192.0.2.7', headers: { 'user-agent': `Browser ${'x'.repeat(1000)}` } },
  }
  return recordAudit(app.db, { action, details, by, time: app.clock.now().toISOString() })
}

test('an administrator can report what the browser did; the server sets all other fields [T-42]', async () => {
  const [admin, other] = [await app.admin({ firstName: 'Émile' }), await app.superUser()]
  const forged = {
    id: 77,
    userId: other.id,
    ipAddress: '1.1.1.1',
    userAgent: 'forged',
    createdAt: '1999-01-01',
  }
  const { status, body } = await app.as(admin).call(createAuditLog, {
    body: { action: 'RESTAURANT_CREATED', details: 'Sample Kitchen\n{"level":50}', ...forged },
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    action: 'RESTAURANT_CREATED',
    userId: admin.id,
    user: { firstName: 'Émile', lastName: admin.lastName, email: admin.email },
    details: JSON.stringify({ reported: 'Sample Kitchen {"level":50}' }),
    ipAddress: '127.0.0.1',
    userAgent: expect.not.stringContaining('forged'),
    createdAt: expect.stringMatching(/^20\d\d-/),
  })
  expect(body.id).not.toBe(77)
  expect((await list()).entries[0]).toEqual(body)
  const bare = await app.as(admin).call(createAuditLog, { body: { action: 'RATINGS_EXPORTED' } })
  expect([bare.status, bare.body.details]).toEqual([201, '{"reported":null}'])
  const server = await app.as(admin).call(createAuditLog, { body: { action: 'USER_DELETED' } as never })
  expect([server.status, (await list()).entries[0]]).toEqual([400, bare.body])
})

test.each([10_000, 100_000])(
  'audit details of %d nested brackets are rejected, and the server keeps working [T-118]',
  async depth => {
    const admin = app.as(await app.admin())
    const body = `{"action":"RESTAURANT_CREATED","details":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const headers = { 'content-type': 'application/json' }
    const reply = await admin.fetch(createAuditLog.path, { method: 'POST', headers, body })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { message: expect.any(String), code: 'invalid_request', errors: expect.any(Array) },
    ])
    expect((await admin.call(createAuditLog, { body: { action: 'RATINGS_EXPORTED' } })).status).toBe(201)
  },
)

test('failed sign-ins are in the audit log with the email but without the password; successful ones are not [T-42]', async () => {
  const ana = await app.user()
  await app.signIn(ana)
  await app.signIn(ana, 'canary-wrong')
  await app.signIn({ email: 'nobody.here@example.org' }, 'canary-wrong')
  await app.as(null).fetch('/api/user', { headers: basic(ana.email, 'canary-wrong') })
  const { entries } = await list({ action: 'SIGN_IN_FAILED' })
  expect(entries.map(({ details }) => JSON.parse(details).email)).toEqual([
    ana.email,
    'nobody.here@example.org',
    ana.email,
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({ userId: null, user: null, ipAddress: '127.0.0.1' })
    expect(JSON.stringify(entry)).not.toContain('canary')
  }
})

test('a made-up IP address that passes a trusted proxy does not break backups [T-42]', async () => {
  const behind = await startApp({ TRUST_PROXY: '1' })
  const from = { 'x-forwarded-for': '7'.repeat(300) }
  const { status } = await behind.signIn({ email: 'nobody.here@example.org' }, 'canary-wrong', from)
  expect(status).toBe(401)
  await backupsOf(behind.as(await behind.superUser())).backUp()
})

test('audit details contain no secrets or control characters and are at most two kilobytes [T-42]', async () => {
  const { id } = await record('USER_UPDATED', null, {
    before: { email: 'a@example.org', passwordHash: 'argon', password: 'open sesame' },
    resetToken: 'abc',
    note: 'one\r\n\u001b[31mtwo',
  })
  const find = async (requested: number) => (await list()).entries.find(entry => entry.id === requested)
  expect(JSON.parse((await find(id))?.details ?? '')).toEqual({
    before: { email: 'a@example.org' },
    note: 'one [31mtwo',
  })
  const long = await record('USER_UPDATED', null, { comment: 'é'.repeat(5000), kept: 1 })
  expect(JSON.parse((await find(long.id))?.details ?? '')).toMatchObject({ kept: 1 })
  const many = await record('RESTAURANTS_DELETED', null, { ids: Array.from({ length: 5000 }, (_, i) => i) })
  for (const entry of [await find(long.id), await find(many.id)]) {
    expect(Buffer.byteLength(entry?.details ?? '')).toBeLessThanOrEqual(2048)
    expect(() => JSON.parse(entry?.details ?? '')).not.toThrow()
    expect(entry).toMatchObject({ userId: null, user: null, ipAddress: '192.0.2.7' })
    expect(entry?.userAgent).toHaveLength(300)
  }
})

// Pages, other searches and filters are in tests/api/lists.test.ts.
test('a search covers an audit log that is read in many batches, also an old entry with a new id', async () => {
  const by = { viewer: null, request: { ip: '192.0.2.8', headers: {} } }
  const time = app.clock.now().toISOString()
  await app.db.transaction().execute(async tx => {
    for (let i = 0; i < 1100; i += 1)
      await recordAudit(tx, { action: 'BACKUP_DELETED', details: { file: i }, by, time })
    // As after a restore.
    const needle = { action: 'BACKUP_CREATED', details: { file: 'needle' }, by } as const
    await recordAudit(tx, { ...needle, time: timestampBefore(new Date(time), days) })
  })
  expect(await list({ search: 'needle' })).toMatchObject({
    total: 1,
    entries: [{ action: 'BACKUP_CREATED' }],
  })
  expect(await list({ action: 'BACKUP_DELETED', search: '192.0.2.8', limit: 3 })).toMatchObject({
    total: 1100,
    entries: [{ details: '{"file":1099}' }, { details: '{"file":1098}' }, { details: '{"file":1097}' }],
  })
})
