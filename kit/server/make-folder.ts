import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder of ours and those above it, unless they exist. Where one can't be created, the recursive `mkdir` of
 * Node often says ENOENT (a disk that can only be read, a quota); then the others say why.
 */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(async error => {
    if (!isUnexplained(error)) throw error
    if (dirname(path) !== path) await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 })
  })
}

/** The same for the start, which waits for nothing. */
export function makeFolderSync(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    if (!isUnexplained(error)) throw error
    if (dirname(path) !== path) makeFolderSync(dirname(path))
    mkdirSync(path)
  }
}

const isUnexplained = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
