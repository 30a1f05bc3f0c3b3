// On both engines: old rows are removed in parts, by rowid or ctid.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resendVerification } from '#features/accounts/contract.ts'
import { passkeySignInOptions } from '#features/accounts/passkeys-contract.ts'
import { backupFolder } from '#features/backups/server/backup-files.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createHousekeeping, removeExpired } from './housekeeping.ts'

const app = await startApp()
const expiring = ['throttles', 'passkeyChallenges', 'sessions', 'mailTokens', 'accessTokens'] as const
const countOf = async (table: (typeof expiring)[number]) =>
  (await app.db.selectFrom(table).selectAll().execute()).length

test('sessions, throttle counters, challenges and tokens are removed after they expire, not before', async () => {
  const ana = await app.user({ isVerified: false })
  const ben = await app.user()
  await app.signIn(ben)
  await app.signIn(ana, 'wrong')
  await app.as(null).call(resendVerification, { body: { email: ana.email } })
  await app.as(null).call(passkeySignInOptions)
  await app.insert('accessTokens', { userId: ben.id, expiresAt: app.clock.now().toISOString() })
  await app.mails()

  const leftAfter = async (time: { minutes?: number; days?: number }) => {
    app.clock.advance(time)
    await removeExpired(app.deps)
    const counts = await Promise.all(expiring.map(countOf))
    return expiring.filter((_, i) => counts[i])
  }
  expect(await leftAfter({})).toEqual(expiring)
  expect(await countOf('throttles')).toBeGreaterThan(3)
  expect(await leftAfter({ minutes: 4 })).toEqual(expiring)
  expect(await leftAfter({ minutes: 2 })).toEqual(['throttles', 'sessions', 'mailTokens', 'accessTokens'])
  expect(await leftAfter({ days: 15 })).toEqual(['mailTokens', 'accessTokens'])
  expect(await leftAfter({ days: 17 })).toEqual([])
})

test('entries of the audit log are kept for two years, or as long as the setting says, but at least three months [T-292]', async () => {
  const { db, now } = app.deps
  const addEntries = async () => {
    await db.deleteFrom('auditLogs').execute()
    const rows = [89, 92, 400, 729, 731].map(age => ({
      action: 'USER_UPDATED',
      userId: null,
      details: JSON.stringify({ age }),
      ipAddress: null,
      userAgent: null,
      createdAt: timestampBefore(now(), age * days),
    }))
    // More than are removed at a time.
    const [last] = rows.slice(-1)
    for await (const some of partsOf([...rows, ...Array(1200).fill(last)]))
      await db.insertInto('auditLogs').values(some).execute()
  }
  const ages = async () => {
    const rows = await db.selectFrom('auditLogs').select('details').orderBy('id').execute()
    return rows.map(({ details }) => JSON.parse(details).age)
  }
  await addEntries()
  await removeExpired(app.deps)
  expect(await ages()).toEqual([89, 92, 400, 729])
  await app.set('audit_months', '3')
  await removeExpired(app.deps)
  expect(await ages()).toEqual([89])
  await addEntries()
  await app.set('audit_months', '0')
  await removeExpired(app.deps)
  expect(await ages(), 'an invalid value').toEqual([89, 92, 400, 729])
})

test('a counter from the future is removed too: after the clock was set back, it would stay forever', async () => {
  app.clock.advance({ days: 400 })
  await app.signIn({ email: 'nobody@example.org' }, 'wrong')
  app.clock.advance({ days: -400 })
  await removeExpired(app.deps)
  expect(await countOf('throttles')).toBe(0)
})

test('files that crashed processes left beside the backups are removed after a day, even without a backup schedule', async () => {
  const folder = backupFolder(app.deps.config)
  const fill = async (name: string, hoursAgo: number) => {
    await mkdir(join(folder, `.work-${name}`), { recursive: true })
    await writeFile(join(folder, `.work-${name}`, 'common-table.db'), 'half of everything')
    await writeFile(join(folder, `.draft-${name}`), 'half a backup')
    const then = new Date(Date.now() - hoursAgo * 3_600_000)
    for (const path of [`.work-${name}`, `.draft-${name}`]) await utimes(join(folder, path), then, then)
  }
  await fill('killed', 25)
  await fill('under-way', 1)
  // Created by a program that syncs the folder to another place.
  await mkdir(join(folder, '.versions'))
  await utimes(join(folder, '.versions'), 0, 0)
  const housekeeping = createHousekeeping(app.deps)
  housekeeping.wake()
  await housekeeping.settled()
  expect((await readdir(folder)).toSorted()).toEqual(['.draft-under-way', '.versions', '.work-under-way'])
})
