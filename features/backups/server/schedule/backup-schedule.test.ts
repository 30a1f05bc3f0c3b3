// On both engines: backups.
import { rename, unlink, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatTime } from '#kit/rules/time/clock.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { startApp } from '#tests/support/start-app.ts'
import { deleteBackup, getBackupStatus, listBackups } from '../../contract.ts'
import { backupFolder } from '../backup-files.ts'
import { makeScheduledBackup } from './backup-schedule.ts'

const app = await startApp()
const { db, deps } = app
const chief = await app.superUser()

const root = () => app.as(chief)
const status = async () => (await root().call(getBackupStatus)).body
const scheduled = async () => (await root().call(listBackups)).body.filter(({ kind }) => kind === 'scheduled')

test('a new installation is not overdue, and its first backup is made once, after a day', async () => {
  await makeScheduledBackup(deps)
  expect(await scheduled()).toEqual([])
  expect(await status()).toMatchObject({ lastGood: null, isOverdue: false, schedule: 'daily', keep: 14 })

  app.clock.advance({ hours: 25 })
  await Promise.all([makeScheduledBackup(deps), makeScheduledBackup(deps), makeScheduledBackup(deps)])
  const files = await scheduled()
  expect(files).toHaveLength(1)
  const { lastGood, lastProblem, nextAt } = await status()
  expect([lastGood?.filename, lastProblem]).toEqual([files[0]?.filename, null])
  expect(Date.parse(nextAt ?? '') - Date.parse(lastGood?.timestamp ?? '')).toBe(24 * 3_600_000)
})

test('a manual backup counts as a good one and does not shift the schedule', async () => {
  app.clock.advance({ hours: 49 })
  expect((await status()).isOverdue).toBe(true)
  const { nextAt } = await status()
  const filename = await backupsOf(root()).backUp()
  expect(await status()).toMatchObject({
    lastGood: { filename },
    lastProblem: null,
    isOverdue: false,
    nextAt,
  })
  await root().call(deleteBackup, { params: { filename } })
  expect(await status()).toMatchObject({ lastGood: expect.objectContaining({}), isOverdue: true })
})

test('backups are overdue when none was made for two days or the last good file is gone', async () => {
  expect((await status()).isOverdue).toBe(true)
  await makeScheduledBackup(deps)
  expect((await status()).isOverdue).toBe(false)
  const [latest] = await scheduled()
  await db
    .deleteFrom('backupRuns')
    .where('filename', '!=', latest?.filename ?? '')
    .execute()
  await root().fetch(`/api/backup/${latest?.filename}`, { method: 'DELETE' })
  expect(await status()).toMatchObject({ lastGood: null, isOverdue: true })
})

test('a backup that fails is reported with its reason and retried after an hour', async () => {
  const folder = backupFolder(deps.config)
  await rename(folder, `${folder}-aside`)
  await writeFile(folder, 'in the way')
  app.clock.advance({ hours: 25 })
  await expect(makeScheduledBackup(deps)).rejects.toThrow()
  await unlink(folder)
  await rename(`${folder}-aside`, folder)

  expect((await status()).lastProblem?.message).toBe(
    'The backups folder can’t be written: there is a file in its place',
  )
  await makeScheduledBackup(deps)
  expect((await status()).lastProblem).not.toBeNull()
  app.clock.advance({ hours: 1 })
  await makeScheduledBackup(deps)
  expect(await status()).toMatchObject({ lastProblem: null, isOverdue: false })
})

test('with the schedule off, no backup is made and none is overdue', async () => {
  await app.set('backup_schedule', 'off')
  app.clock.advance({ days: 9 })
  const before = (await scheduled()).length
  await makeScheduledBackup(deps)
  expect((await scheduled()).length).toBe(before)
  expect(await status()).toMatchObject({ schedule: 'off', nextAt: null, isOverdue: false })
})

test('old scheduled backups are removed after a new one is made', async () => {
  await app.set('backup_schedule', 'weekly')
  await app.set('backups_kept', '1')
  app.clock.advance({ days: 70 })
  await makeScheduledBackup(deps)
  expect(await scheduled()).toHaveLength(1)
})

test('only the latest backup that cannot be read back is kept, until the next one, and displaces no good one', async () => {
  await app.set('backup_schedule', 'daily')
  app.clock.advance({ days: 70 })
  await makeScheduledBackup(deps)
  const [good] = await scheduled()
  await app.insert('auditLogs', { action: 'STRANGE', details: '{}', ipAddress: 'x'.repeat(101) })
  app.clock.advance({ days: 1 })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    app.clock.advance({ hours: 1 })
    const began = app.clock.now().toISOString()
    await expect(makeScheduledBackup(deps)).rejects.toThrow('auditLogs')
    const [unread, ...others] = await scheduled()
    expect(unread?.timestamp).toSatisfy(time => time >= began)
    expect(others).toEqual([good])
  }

  await db.deleteFrom('auditLogs').where('action', '=', 'STRANGE').execute()
  await app.set('backups_kept', '2')
  app.clock.advance({ hours: 1 })
  await makeScheduledBackup(deps)
  const [next, ...others] = await scheduled()
  expect([(await status()).lastGood?.filename, others]).toEqual([next?.filename, [good]])
})

test('backups are made again after a clock that ran ahead is corrected [D-15]', async () => {
  await app.set('backup_schedule', 'daily')
  await app.set('backups_kept', '14')
  app.clock.advance({ days: 40 })
  await makeScheduledBackup(deps)
  const [ahead] = await scheduled()
  app.clock.advance({ days: -31 })
  await makeScheduledBackup(deps)
  const { lastGood, nextAt } = await status()
  expect(lastGood?.filename).not.toBe(ahead?.filename)
  expect(Date.parse(nextAt ?? '') - app.clock.now().getTime()).toBeLessThan(25 * 3_600_000)
})

test('an installation begun under a clock that ran ahead gets its backups after the correction [D-15]', async () => {
  await db.deleteFrom('backupRuns').execute()
  const users = await db.selectFrom('users').select(['id', 'createdAt']).execute()
  app.clock.advance({ days: -300 })
  expect(users.every(({ createdAt }) => createdAt > app.clock.now().toISOString())).toBe(true)
  await makeScheduledBackup(deps)
  const { lastGood, nextAt } = await status()
  expect(lastGood).not.toBeNull()
  expect(Date.parse(nextAt ?? '') - app.clock.now().getTime()).toBeLessThan(25 * 3_600_000)
  app.clock.advance({ days: 300 })
})

test('in the hour that repeats in November, backups have distinct names, listed in the order they were made [D-16]', async () => {
  app.clock.set('2026-11-01T05:30:00.000Z')
  const first = await backupsOf(root()).backUp()
  app.clock.set('2026-11-01T06:30:00.000Z')
  const second = await backupsOf(root()).backUp()
  expect([first, second].map(name => name.slice(0, 23))).toEqual([
    'backup-2026-11-01T05-30',
    'backup-2026-11-01T06-30',
  ])
  const made = (await root().call(listBackups)).body.filter(({ filename }) =>
    [first, second].includes(filename),
  )
  expect(made.map(({ filename }) => filename)).toEqual([second, first])
  // The local time was the same for both.
  const shown = made.map(({ timestamp }) => formatTime(new Date(timestamp), deps.config.timeZone).slice(0, 4))
  expect(shown).toEqual(['1:30', '1:30'])
})
