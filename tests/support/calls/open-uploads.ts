import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

const openFiles = '/proc/self/fd'

/** Only Linux lists the open files of a process. */
export const listsOpenFiles = existsSync(openFiles)

/** How many uploads below a folder this process has open: deleted ones, too, whose space isn't free until then. */
export async function countOpenUploads(folder: string): Promise<number> {
  const paths = (await readdir(openFiles)).map(file => readlink(join(openFiles, file)).catch(() => ''))
  return (await Promise.all(paths)).filter(path => path.startsWith(folder) && path.includes('.upload-'))
    .length
}
