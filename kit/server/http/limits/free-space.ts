import { statfs } from 'node:fs/promises'
import { megabytes } from '#kit/rules/units.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { makeFolder } from '#kit/server/make-folder.ts'

/** The space, in bytes, that always stays free for the database. */
const minFreeSpace = 64 * megabytes

/** Throws 507 unless `bytes` fit on the disk of a folder and leave enough space for the database. */
export async function requireSpace(folder: string, bytes = 0): Promise<void> {
  await makeFolder(folder)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + minFreeSpace) throw new HttpError(507, notEnoughSpace)
}

const notEnoughSpace = 'There is not enough space left on the disk. Please free some, then try again.'
