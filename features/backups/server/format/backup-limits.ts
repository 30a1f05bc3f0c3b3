import { megabytes } from '#kit/rules/units.ts'

/**
 * The limits for reading a backup. They also apply to writing, so that every backup can be restored. They are far
 * above real use: 15,000 people and 10,000 restaurants, all with pictures, reach half of the limit of pictures.
 */
export const backupLimits = {
  /** The document, after decompression. */
  documentBytes: 1024 * megabytes,
  pictures: 50_000,
  /** All pictures together. Free disk space is checked separately each time. */
  pictureBytes: 32 * 1024 * megabytes,
}
export type BackupLimits = typeof backupLimits
