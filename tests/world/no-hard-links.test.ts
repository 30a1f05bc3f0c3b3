import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { isOnPath } from './programs.ts'
import { adminAt } from './servers.ts'

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
    await backUpAndRestore(server, join(server.dataDir, 'backups'))
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
    await backUpAndRestore(server, join(disk, 'backups'))
  },
)

async function backUpAndRestore(server: { origin: string }, folder: string): Promise<void> {
  const { backUp, download, upload, restore } = backupsOf(await adminAt(server))
  const uploaded = await upload(await download(await backUp()))
  // A second one of the same moment must not replace it.
  expect(new Set(await Promise.all([backUp(), backUp(), backUp()])).size).toBe(3)
  await restore(uploaded)
  const names = await readdir(folder)
  expect(names.filter(name => name.startsWith('.'))).toEqual([])
}
