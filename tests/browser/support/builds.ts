import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compressFiles } from '../../../scripts/build/compress.ts'

/** A copy of the application that can be served with other builds than the one of this checkout. */
export async function copyApplication(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'common-table-copy-'))
  for (const part of ['app', 'features', 'kit', 'dist', 'package.json'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Turns the copy into the next release: the same pages with `words` as the heading of Home. As in a real
 * release, every script has a new name, the references follow, and the old files are gone.
 */
export async function makeNextRelease(folder: string, words: string): Promise<void> {
  const dist = join(folder, 'dist')
  const all = await readdir(dist, { recursive: true })
  const files = all.filter(file => /\.(js|css|html)$/.test(file))
  const rest = /-([\w-]{8})\.js$/
  const renamed = files.flatMap(file => (rest.test(file) ? [file.replace('assets/', '')] : []))
  for (const file of all) if (/\.(br|gz)$/.test(file)) await rm(join(dist, file))
  for (const file of files) {
    const path = join(dist, file)
    let text = await readFile(path, 'utf8')
    for (const name of renamed) text = text.replaceAll(name, nextName(name))
    await writeFile(
      path,
      text.replaceAll('Find Restaurants Near:', words).replace(/(id:`)\w{12}/, `$1${nextId}`),
    )
    const name = file.replace('assets/', '')
    if (renamed.includes(name)) await rename(path, join(dist, 'assets', nextName(name)))
  }
  await compressFiles(dist)
}

const nextId = 'nextrelease0'
const nextName = (name: string) => name.replace(/-[\w-]{8}\.js$/, '-NextOne0.js')
