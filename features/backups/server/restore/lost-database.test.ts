// On both engines: dialect, two processes, backups.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { getViewer } from '#features/accounts/sessions-contract.ts'
import { listDepartments, saveDepartments } from '#features/departments/contract.ts'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import { createDatabase, dropDatabase } from '#tests/support/databases/postgres.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { callAsPrimary, startProcess } from '#tests/support/processes/start-process.ts'
import { createBackup } from '../../contract.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Server = Omit<Awaited<ReturnType<typeof startProcess>>, 'startAgain'>

async function stop({ child, ended }: Server): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

/** Simulates a disaster that leaves the data folder with its backups, and no database or an empty one. */
async function loseDatabase({ dataDir, databaseUrl }: Server): Promise<void> {
  if (!databaseUrl) return rm(join(dataDir, sqliteFileName))
  await dropDatabase(databaseUrl)
  await createDatabase(databaseUrl, { name: new URL(databaseUrl).pathname.slice(1) })
}

const departmentsAt = async ({ origin }: Server) => {
  expect((await callAsPrimary(origin, getViewer)).status, 'the primary admin signs in').toBe(200)
  return (await callAsPrimary(origin, listDepartments)).body.departments
}

/** A server that loses its database after a backup was made. A department that it added is in that backup. */
const server = await startProcess()
const body = [...(await departmentsAt(server)), 'Lighthouse']
await callAsPrimary(server.origin, saveDepartments, { body })
const made = await callAsPrimary(server.origin, createBackup, { body: { includeImages: true } })
const { filename } = made.body
const place = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '' }
await stop(server)
beforeEach(() => loseDatabase(server))

const folder = join(server.dataDir, 'backups')

test('the server refuses to replace a lost database with an empty one, and names the backup that restores it [D-06]', async () => {
  for (const _attempt of ['the first', 'and again']) {
    const rejected = server.startAgain()
    await expect(rejected).rejects.toThrow(
      /The database is empty, but there are backups: the latest is \S+zip\./,
    )
    await expect(rejected).rejects.toThrow(`npm run restore -- ${filename}`)
    await expect(rejected).rejects.toThrow(`move the folder ${folder} away`)
  }
  const nothing = await runCommand('backup', [], place)
  expect(nothing).toMatchObject({ code: 1, output: expect.stringContaining('There is nothing to back up') })

  expect(await runCommand('restore', [filename], place)).toMatchObject({ code: 0 })
  const restored = await server.startAgain()
  expect(await departmentsAt(restored)).toContain('Lighthouse')
  await stop(restored)
})

test('after the backups are moved away, the server starts with a new database', async () => {
  await rename(folder, `${folder}-of-before`)
  expect(await departmentsAt(await server.startAgain())).not.toContain('Lighthouse')
})
