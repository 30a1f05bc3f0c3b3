import { megabytes } from '#domain/units.ts'

/**
 * What a backup may hold. One is written within the limits of reading, so that none is made that can't be restored; and they
 * are far from any house: 15,000 people and 10,000 restaurants with pictures have half as many.
 */
export const backupLimits = {
  /** The document, after decompression. */
  documentBytes: 1024 * megabytes,
  pictures: 50_000,
  /** Of all of them. Whether the disk has room for so much is asked each time. */
  pictureBytes: 32 * 1024 * megabytes,
}
export type BackupLimits = typeof backupLimits
