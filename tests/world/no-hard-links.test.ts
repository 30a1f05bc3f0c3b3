import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#server/testing/guard.ts'
import { asPrimary, startProcess } from '#server/testing/start-process.ts'
import { isOnPath } from './programs.ts'

const preload = new URL('./no-hard-links.ts', import.meta.url)
const hasExfat =
  existsSync('/dev/fuse') &&
  existsSync('/dev/loop-control') &&
  isOnPath('mkfs.exfat') &&
  isOnPath('mount.exfat-fuse')
if (!hasExfat || process.getuid?.() !== 0)
  console.warn(
    'exfatprogs, exfat-fuse, /dev/fuse, /dev/loop-control or root is missing: a real exFAT disk is left out.',
  )

test.each(['EPERM', 'EMLINK'])(
  'where a disk has no hard links (%s), the server starts, and makes, takes and restores backups',
  async code => {
    const environment = { NODE_OPTIONS: `--import=${preload}`, LINK_FAILS_WITH: code }
    const server = await startProcess({ ...environment, PRIMARY_ADMIN_EMAIL: 'admin@example.org' })
    await backUpAndRestore(server.origin, join(server.dataDir, 'backups'))
  },
)

test.skipIf(!hasExfat || process.getuid?.() !== 0)(
  'on an exFAT disk, the server starts, and makes, takes and restores backups',
  async () => {
    const { path, remove } = await temporaryFolder('exfat')
    const [image, disk] = [join(path, 'image'), join(path, 'disk')]
    await mkdir(disk)
    await writeFile(image, '')
    await truncate(image, 1024 * 1024 * 1024)
    execFileSync('mkfs.exfat', [image], { stdio: 'ignore' })
    const device = execFileSync('losetup', ['--find', '--show', image], { encoding: 'utf8' }).trim()
    onTestFinished(() => void execFileSync('losetup', ['--detach', device]))
    execFileSync('mount.exfat-fuse', [device, disk], { stdio: 'ignore' })
    onTestFinished(async () => {
      execFileSync('umount', [disk])
      await remove()
    })
    const server = await startProcess({ DATA_DIR: disk, PRIMARY_ADMIN_EMAIL: 'admin@example.org' })
    await backUpAndRestore(server.origin, join(disk, 'backups'))
  },
)

async function backUpAndRestore(origin: string, folder: string): Promise<void> {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/api/backup${path}`, {
      ...init,
      headers: { ...asPrimary, ...init.headers },
    })
    return {
      status: response.status,
      body: await response
        .clone()
        .json()
        .catch(() => null),
      response,
    }
  }
  const json = { 'content-type': 'application/json' }
  const made = await call('', { method: 'POST', headers: json, body: '{}' })
  expect(made).toMatchObject({ status: 201 })
  const { response } = await call(`/${made.body.filename}`)
  const form = new FormData()
  form.set('backupFile', await response.blob(), 'backup.json')
  const uploaded = await call('/upload', { method: 'POST', body: form })
  expect(uploaded).toMatchObject({ status: 201, body: { kind: 'uploaded' } })
  // A second one of the same moment must not replace it.
  const again = await Promise.all(
    [1, 2, 3].map(() => call('', { method: 'POST', headers: json, body: '{}' })),
  )
  expect(new Set(again.map(({ body }) => body.filename)).size).toBe(3)
  expect(await call(`/restore/${uploaded.body.filename}`, { method: 'POST' })).toMatchObject({
    status: 200,
  })
  const names = await readdir(folder)
  expect(names.filter(name => name.startsWith('.'))).toEqual([])
}
