import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A hash of the names and contents of all files in these paths, except tests. */
export async function hashSources(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  const files = (await Promise.all(paths.map(listFiles))).flat().filter(file => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex')
}

async function listFiles(path: string): Promise<string[]> {
  if ((await lstat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}
