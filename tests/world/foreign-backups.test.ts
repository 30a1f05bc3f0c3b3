import { chmod, chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
  uploadBackup,
} from '#features/backups/contract.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { adminAt } from './servers.ts'

const preload = new URL('./as-nobody.ts', import.meta.url)
const mustBelong = expect.stringMatching(
  /^The backups folder can’t be (read|written|read or written): it must belong to the user that the server runs as$/,
)
const isRoot = process.getuid?.() === 0
if (!isRoot)
  console.warn('Only root can start a server as another user: backups that root made are left out.')

test.skipIf(!isRoot)(
  'backups and a backups folder that belong to another user are reported as such, and nothing else fails',
  async () => {
    const server = await startProcess({
      NODE_OPTIONS: `--import=${preload}`,
      PRIMARY_ADMIN_EMAIL: 'admin@example.org',
    })
    const { call } = await adminAt(server)
    const create = () => call(createBackup, { body: { includeImages: true } })
    const made = await create()
    expect(made.status).toBe(201)
    const folder = join(server.dataDir, 'backups')
    const copied = 'uploaded-2026-11-20T12-00-00-000Z.json'
    await copyFile(join(folder, made.body.filename), join(folder, copied))
    await chmod(join(folder, copied), 0o600)
    await chown(join(folder, copied), 0, 0)

    const listed = (await call(listBackups)).body
    expect(listed.filter(({ isReadable }) => !isReadable).map(({ filename }) => filename)).toEqual([copied])
    expect(listed).toHaveLength(2)
    const unreadable = { status: 503, message: mustBelong }
    const params = { filename: copied }
    expect(await call(downloadBackup, { params })).toMatchObject(unreadable)
    expect(await call(restoreBackup, { params })).toMatchObject(unreadable)

    await chown(folder, 0, 0)
    await chmod(folder, 0o700)
    for (const reply of [
      await call(listBackups),
      await create(),
      await call(uploadBackup, { file: new Blob(['{}']) }),
    ])
      expect(reply).toMatchObject(unreadable)
    expect((await call(listCampuses)).status).toBe(200)
  },
)
