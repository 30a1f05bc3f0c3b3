// On both engines: dialect, locks, races.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { register } from '#features/accounts/contract.ts'
import { countLockWaits } from '#tests/support/databases/lock-waits.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getSetting, type SettingKey, saveSetting } from '../contract.ts'

const app = await startApp({ RATE_LIMITS: 'off' })
const root = await app.superUser()

beforeEach(async () => {
  await app.db.deleteFrom('systemSettings').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const save = (key: string, value: string, description?: string | null) =>
  app.as(root).call(saveSetting, { body: { key, value, description } })
const settingOf = async (key: SettingKey) =>
  (await app.as(root).call(getSetting, { params: { key } })).body.value
const registerSomeone = () => app.as(null).call(register, { body: newcomer() })
const countUsers = async () =>
  (await app.db.selectFrom('users').select('id').where('firstName', '=', 'Nora').execute()).length

test.each([
  ['registration_enabled', 'false', 'false'],
  ['registration_message', '  Welcome.\nUse your own address. ', 'Welcome.\nUse your own address.'],
  ['domain_whitelist', ' Example.ORG\r\n\nexample.com \nexample.org', 'example.org\nexample.com'],
  ['favorites_limit', ' 0007 ', '7'],
  ['favorites_limit', '1000', '1000'],
  ['team_rating_names', ' Zoë \n\nBen\n', 'Zoë\nBen'],
] as const)('%s set to %j is stored as %j', async (key, value, stored) => {
  const { status, body } = await save(key, value, 'Why')
  expect([status, body]).toMatchObject([200, { key, value: stored, description: 'Why' }])
  expect(await settingOf(key)).toBe(stored)
  expect(await save(key, stored)).toMatchObject({ body: { description: 'Why' } })
})

test.each([
  ['registration_enabled', 'yes', 'Must be true or false'],
  ['registration_message', ' \n ', 'Registration message cannot be empty'],
  ['registration_message', 'x'.repeat(501), 'The message must be at most 500 characters'],
  ['domain_whitelist', ' \n\n', 'You must specify at least one domain'],
  ['domain_whitelist', 'example.org\n.*\nno domain', 'Invalid Domains: .*, no domain'],
  ['domain_whitelist', 'a-'.repeat(25_000), `Invalid Domains: ${'a-'.repeat(30)}…`],
  ['domain_whitelist', 'a\nb\nc\nd\ne\nf\ng', 'Invalid Domains: a, b, c, d, e and 2 more'],
  [
    'domain_whitelist',
    Array.from({ length: 201 }, (_, i) => `a${i}.org`).join('\n'),
    'At most 200 domains are allowed',
  ],
  ['favorites_limit', '0', 'Enter a whole number from 1 to 1,000'],
  ['favorites_limit', '1001', 'Enter a whole number from 1 to 1,000'],
  ['team_rating_names', 'Ann\nB2', '"B2" can’t be a name here: use letters only'],
] as const)('%s can’t be %j [T-22]', async (key, value, message) => {
  const before = await settingOf(key)
  const rejected = await save(key, value)
  expect([rejected.status, rejected.error]).toEqual([400, { message, errors: [{ path: 'value', message }] }])
  expect(await settingOf(key)).toBe(before)
  expect(await app.audited()).toEqual([])
})

test('each change is audited once with the previous value; saving the same value is not', async () => {
  await save('favorites_limit', '7')
  await save('favorites_limit', '7')
  await save('favorites_limit', '8')
  expect(await app.audited()).toEqual([
    ['SETTING_UPDATED', root.id, { key: 'favorites_limit', before: '50', after: '7' }],
    ['SETTING_UPDATED', root.id, { key: 'favorites_limit', before: '7', after: '8' }],
  ])
})

test('unknown settings are 404 [T-41 T-80]', async () => {
  for (const key of ['yelp_api_url', 'smtp_password', '__proto__', 'constructor', 'toString']) {
    const read = (who: typeof root | null) => app.as(who).call(getSetting, { params: { key } })
    const statuses = [await save(key, 'x'), await read(null), await read(root)].map(({ status }) => status)
    expect([key, ...statuses]).toEqual([key, 404, 404, 404])
  }
  expect(await app.db.selectFrom('systemSettings').selectAll().execute()).toEqual([])
})

test('no account is created after registration is closed, not even by requests under way [T-23]', async () => {
  const racing = Array.from({ length: 20 }, registerSomeone)
  await racing[0]
  expect((await save('registration_enabled', 'false')).status).toBe(200)
  const atClosing = await countUsers()
  const replies = await Promise.all(racing)
  expect(await countUsers()).toBe(atClosing)
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(atClosing)
  const late = await registerSomeone()
  expect([late.status, late.message]).toEqual([
    403,
    'Registration is currently disabled. Please contact your administrator.',
  ])
  await save('registration_enabled', 'true')
  expect((await registerSomeone()).status).toBe(201)
})

// Not on SQLite, where a write transaction locks out the others from its start.
test.runIf(process.env.ENGINE === 'postgres')(
  'closing registration waits for registrations that have already checked that it is open [T-23]',
  async () => {
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = app.db.transaction().execute(async tx => {
      await sql`lock table users in share row exclusive mode`.execute(tx)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const waiting = () => countLockWaits(app.db)
    const registered = registerSomeone()
    await expect.poll(waiting).toBe(1)
    const closed = save('registration_enabled', 'false')
    await expect.poll(waiting).toBe(2)
    release.resolve()
    await holding
    expect([(await registered).status, (await closed).status]).toEqual([201, 200])
  },
)

test('simultaneous changes of a setting take turns: each audit entry starts where the one before ended', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => save('favorites_limit', String(i + 1))))
  const entries = (await app.audited()).map(([, , details]) => details)
  expect(entries).toHaveLength(8)
  expect(entries.map(({ before }) => before)).toEqual(['50', ...entries.slice(0, -1).map(e => e.after)])
  expect(await settingOf('favorites_limit')).toBe(entries.at(-1).after)
})
