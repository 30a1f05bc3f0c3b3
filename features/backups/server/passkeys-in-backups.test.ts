// On both engines: backups.
import { expect, test } from 'vitest'
import { listPasskeys } from '#features/accounts/passkeys-contract.ts'
import { change, find } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { rewritten, type Tables } from '#tests/support/backups/backup-target.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { startApp } from '#tests/support/start-app.ts'
import { uploadBackup } from '../contract.ts'

const app = await startApp()
const { passkeyFor, signIn, signInOptions } = passkeysOf(app)
const chief = await app.superUser()
const { backUp, download, upload, restore } = backupsOf(app.as(chief))

const namesOf = async (user: Row<'users'>) =>
  (await app.as(user).call(listPasskeys)).body.map(({ name }) => name)

test('after a restore, passkeys from the backup sign in, and those added later do not', async () => {
  const ana = await app.user()
  const before = await passkeyFor(ana)
  const filename = await backUp()
  const since = await passkeyFor(ana)
  await restore(filename)
  expect((await signIn(before.device.use(await signInOptions()))).body).toMatchObject({ id: ana.id })
  expect((await signIn(since.device.use(await signInOptions()))).status).toBe(401)
  expect(await namesOf(ana)).toEqual(['Passkey'])
})

test('the restorer keeps their current passkeys, and the primary admin gets none from a backup [T-231]', async () => {
  const primary = await app.primary()
  const mallory = await passkeyFor(await app.user())
  const planted = await app.row('passkeys', mallory.passkey)
  const filename = await backUp()
  const own = await passkeyFor(chief)
  const plant = (tables: Tables) => {
    tables.passkeys = [{ ...planted, userId: primary.id }]
  }
  await restore(await upload(rewritten(await download(filename), plant)))
  expect((await signIn(mallory.device.use(await signInOptions()))).status).toBe(401)
  expect(await namesOf(primary)).toEqual([])
  expect((await signIn(own.device.use(await signInOptions()))).body).toMatchObject({ id: chief.id })
})

test('a restorer whose email has changed since the backup can restore it and keeps their passkeys [T-231]', async () => {
  const filename = await backUp()
  const email = 'chief.since@example.org'
  await change(app.db, 'users', { id: chief.id }, { email })
  await restore(filename)
  const { id } = (await find(app.db, 'users', { email })) ?? expect.fail()
  const owners = await app.db.selectFrom('passkeys').select('userId').execute()
  expect(owners.map(({ userId }) => userId)).toContain(id)
  expect(owners.map(({ userId }) => userId)).not.toContain(chief.id)
})

test.each([
  ['publicKey', 'not base64url!'],
  ['credentialId', 'x'.repeat(2000)],
  ['counter', -1],
  ['userId', 987654],
])('a backup with a passkey whose %s is %j is rejected [T-231]', async (column, value) => {
  const user = await app.superUser()
  const { passkey } = await passkeyFor(user)
  const backups = backupsOf(app.as(user))
  const changed = rewritten(await backups.download(await backups.backUp()), tables => {
    for (const row of tables.passkeys ?? []) if (row.id === passkey.id) row[column] = value
  })
  const reply = await app.as(user).call(uploadBackup, { file: new Blob([changed]) })
  expect(reply.status).toBe(400)
})
