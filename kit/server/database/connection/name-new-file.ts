import { chmodSync, closeSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'

/**
 * Gives a finished file its name, unless the name is taken: then it returns false and changes nothing. Unlike a rename,
 * a hard link never replaces a file that another process has made in the meantime. Where a file system has no hard
 * links (exFAT, network drives), an empty file claims the name first, and the finished one replaces it.
 */
export function nameNewFile(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (!withoutLinks.has(code)) throw error
    return claimAndRename(draft, path)
  }
  rmSync(draft)
  return true
}

/** Lets only its owner read a file. Disks without rights (exFAT, some network drives) refuse; the start warns of that. */
export function restrictFile(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(codeOf(error))) throw error
  }
}

/** How file systems say that they have no hard links, or no more of them. */
const withoutLinks = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EXDEV',
])

function claimAndRename(draft: string, path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    renameSync(draft, path)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

export const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code)
