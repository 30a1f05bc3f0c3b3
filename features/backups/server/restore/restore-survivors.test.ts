// On both engines: backups.
import { expect, test } from 'vitest'
import { deleteUser } from '#features/accounts/users-contract.ts'
import { listAuditLogs } from '#features/audit/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import type { Row as TableRow } from '#kit/server/database/schema.ts'
import { type Row, rewritten, type Tables } from '#tests/support/backups/backup-target.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { primaryPassword } from '#tests/support/databases/migrated-database.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { inspectBackup } from '../../contract.ts'

/* A backup may be forged: the current administrators keep their access after it is restored. */

const app = await startApp()
const chief = await app.superUser()
const primary = await app.primary()
const attacker = await app.user({ firstName: 'Mallory' })
await app.restaurant()

async function restore(change: (tables: Tables) => void) {
  const root = app.as(chief)
  const { backUp, download, upload, restore } = backupsOf(root)
  await restore(await upload(rewritten(await download(await backUp()), change)))
  expect((await root.fetch('/api/admin/users')).status).toBe(200)
}
const lastAudits = async (action: 'BACKUP_RESTORED' | 'RESTAURANT_DELETED') =>
  (await app.as(chief).call(listAuditLogs, { query: { action } })).body
const userOf = (tables: Tables, email: string): Row =>
  tables.users?.find(user => user.email === email) ?? expect.fail(`${email} is not in the backup`)
const signIn = async (user: TableRow<'users'>, password: string) => (await app.signIn(user, password)).status
const account = (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

test('a forged backup cannot demote or disable the primary admin or change the password [T-98]', async () => {
  await restore(tables => {
    const { passwordHash } = userOf(tables, attacker.email)
    Object.assign(userOf(tables, primary.email), {
      role: 'user',
      canLogin: false,
      isVerified: false,
      isPrimaryAdmin: false,
      passwordHash,
    })
    Object.assign(userOf(tables, attacker.email), { role: 'super-user', isPrimaryAdmin: true })
  })
  const { id: _, ...kept } = primary
  expect(await account(primary.email)).toMatchObject(kept)
  expect(await signIn(primary, testPassword)).toBe(401)
  expect(await signIn(primary, primaryPassword)).toBe(200)
  expect(await account(attacker.email)).toMatchObject({ isPrimaryAdmin: false })
})

test('a forged backup cannot demote the restorer or change the password, and raised roles are logged [T-98]', async () => {
  await restore(tables => {
    const { passwordHash } = userOf(tables, primary.email)
    Object.assign(userOf(tables, chief.email), { role: 'user', canLogin: false, passwordHash })
    Object.assign(userOf(tables, attacker.email), { role: 'user' })
  })
  expect(await account(chief.email)).toMatchObject({
    role: 'super-user',
    canLogin: true,
    passwordHash: chief.passwordHash,
  })
  await restore(tables => {
    Object.assign(userOf(tables, attacker.email), { role: 'super-user' })
  })
  const [entry] = await lastAudits('BACKUP_RESTORED')
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ rolesRaised: 1, raised: [attacker.email] })
})

test('before a restore, the accounts are named that can’t sign in now and could again [T-98]', async () => {
  const root = app.as(chief)
  const [disabled, deleted, unverified] = [await app.user(), await app.user(), await app.user()]
  const off = await app.user({ canLogin: false })
  const filename = await backupsOf(root).backUp()
  const signInAgain = async () => (await root.call(inspectBackup, { params: { filename } })).body.signInAgain
  expect(await signInAgain()).toEqual([])
  const set = (user: TableRow<'users'>, values: Partial<TableRow<'users'>>) =>
    app.db.updateTable('users').set(values).where('id', '=', user.id).execute()
  await set(disabled, { canLogin: false })
  await set(unverified, { isVerified: false })
  await set(off, { canLogin: true })
  await root.call(deleteUser, { params: { id: deleted.id } })
  expect(await signInAgain()).toEqual([disabled.email, deleted.email, unverified.email].sort())
  await backupsOf(root).restore(filename)
  for (const user of [disabled, deleted, unverified]) expect(await signIn(user, testPassword)).toBe(200)
  expect(await signInAgain()).toEqual([])
})

const createdAt = '2026-11-20T12:00:00.000Z'
const link = (userId: number, letter: string) => ({
  ...{ issuer: 'https://issuer.example.org', subject: letter.repeat(64) },
  ...{ userId, createdAt },
})
const feed = (userId: number, letter: string) => ({ userId, tokenHash: letter.repeat(64), createdAt })

test.each([
  ['link a subject to', 'issuerLinks', link],
  ['give a calendar address to', 'calendarFeeds', feed],
] as const)(
  'a forged backup cannot %s the primary admin or take the restorer’s away [T-152 T-171]',
  async (_what, table, row) => {
    const rows = [row(chief.id, 'c'), row(attacker.id, 'a')]
    await app.db
      .insertInto(table)
      .values(rows as never)
      .execute()
    await restore(tables => {
      const idOf = (email: string) => Number(userOf(tables, email).id)
      expect(tables[table]).toHaveLength(2)
      tables[table] = [row(idOf(primary.email), 'e'), row(idOf(attacker.email), 'c')]
    })
    const left = await app.db
      .selectFrom(table as 'issuerLinks')
      .selectAll()
      .execute()
    expect(left).toMatchObject([row((await account(chief.email))?.id ?? 0, 'c')])
  },
)

test('a forged backup cannot replace the primary admin with another one [T-30]', async () => {
  await restore(tables => {
    Object.assign(userOf(tables, primary.email), { email: 'mallory@example.org', firstName: 'Mallory' })
  })
  const admins = await app.db.selectFrom('users').selectAll().where('isPrimaryAdmin', '=', true).execute()
  expect(admins).toMatchObject([{ email: primary.email, passwordHash: primary.passwordHash }])
  expect(await signIn(primary, primaryPassword)).toBe(200)
})

test('after a restore, audit log entries name no user who is not in the backup, and again one who is', async () => {
  const leaver = await app.admin()
  const [one, other] = [await app.restaurant(), await app.restaurant()]
  await app.as(leaver).call(deleteRestaurant, { params: { id: one.id } })
  const backups = backupsOf(app.as(chief))
  const filename = await backups.backUp()
  const newcomer = await app.admin()
  await app.as(newcomer).call(deleteRestaurant, { params: { id: other.id } })
  await app.as(chief).call(deleteUser, { params: { id: leaver.id } })
  await backups.restore(filename)
  expect((await lastAudits('RESTAURANT_DELETED')).slice(0, 2)).toMatchObject([
    { userId: null, details: expect.stringContaining(other.name) },
    { userId: leaver.id, user: { email: leaver.email } },
  ])
})

test('restoring a backup without users leaves the primary admin and the restorer [T-98]', async () => {
  await restore(tables => {
    Object.assign(tables, {
      users: [],
      issuerLinks: [],
      passkeys: [],
      calendarFeeds: [],
      ratings: [],
      favorites: [],
      trash: [],
      trashedRatings: [],
    })
  })
  const left = await app.db.selectFrom('users').select('email').orderBy('email').execute()
  expect(left.map(({ email }) => email)).toEqual([primary.email, chief.email].sort())
  expect(await signIn(primary, primaryPassword)).toBe(200)
  expect(await signIn(chief, testPassword)).toBe(200)
})
