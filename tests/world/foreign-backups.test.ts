import { chmod, chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asPrimary, startProcess } from '#server/testing/start-process.ts'

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
    const call = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${server.origin}/api${path}`, {
        ...init,
        headers: { ...asPrimary, ...init.headers },
      })
      return { status: response.status, body: await response.json() }
    }
    const create = () =>
      call('/backup', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    const upload = () => {
      const form = new FormData()
      form.set('backupFile', new Blob(['{}']), 'backup.json')
      return call('/backup/upload', { method: 'POST', body: form })
    }
    const made = await create()
    expect(made.status).toBe(201)
    const folder = join(server.dataDir, 'backups')
    const copied = 'uploaded-2026-11-20T12-00-00-000Z.json'
    await copyFile(join(folder, made.body.filename), join(folder, copied))
    await chmod(join(folder, copied), 0o600)
    await chown(join(folder, copied), 0, 0)

    const listed: { filename: string; isReadable: boolean }[] = (await call('/backup')).body
    expect(listed.filter(({ isReadable }) => !isReadable).map(({ filename }) => filename)).toEqual([copied])
    expect(listed).toHaveLength(2)
    const unreadable = { status: 503, body: { message: mustBelong } }
    expect(await call(`/backup/${copied}`)).toMatchObject(unreadable)
    expect(await call(`/backup/restore/${copied}`, { method: 'POST' })).toMatchObject(unreadable)

    await chown(folder, 0, 0)
    await chmod(folder, 0o700)
    for (const reply of [await call('/backup'), await create(), await upload()])
      expect(reply).toMatchObject(unreadable)
    expect((await call('/campuses')).status).toBe(200)
  },
)
