import * as z from 'zod/mini'
import { backupSchedules } from '#features/settings/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, Id, Message, Timestamp } from '#kit/contract/fields.ts'
import { megabytes } from '#kit/rules/units.ts'

/** Who or what made it. Only scheduled and safety backups are ever removed automatically. */
const backupKinds = ['backup', 'scheduled', 'safety', 'uploaded'] as const
export type BackupKind = (typeof backupKinds)[number]

export const Backup = z.object({
  filename: z.string(),
  kind: z.enum(backupKinds),
  /** When it was made, or uploaded. */
  timestamp: Timestamp,
  /** In bytes. */
  size: z.int(),
  hasImages: z.boolean(),
  /** Whether the server may read the file: someone else may have made or copied it. */
  isReadable: z._default(z.boolean(), true),
})
export type Backup = z.output<typeof Backup>

/** The contents of a backup, in numbers that people understand. */
export const BackupCounts = z.object({
  users: z.int(),
  restaurants: z.int(),
  ratings: z.int(),
  favorites: z.int(),
  campuses: z.int(),
  departments: z.int(),
  systemAlerts: z.int(),
  systemSettings: z.int(),
  auditLogs: z.int(),
  images: z.int(),
})
export type BackupCounts = z.output<typeof BackupCounts>

const FilenameParams = z.object({ filename: described(z.string(), 'The name of a backup file.') })

const uploadLimit = 512 * megabytes

export const listBackups = endpoint('GET /api/backup', 'super-user', {
  topics: ['backups'],
  summary: 'All backups on this server, latest first',
  reply: z.array(Backup),
})

export const getBackupStatus = endpoint('GET /api/backup/status', 'super-user', {
  topics: ['backup status'],
  summary: 'When the last verified backup was made, and the state of the backup schedule',
  reply: z.object({
    /** The last backup, scheduled or manual, that could be read back completely; null while there is none. */
    lastGood: z.nullable(z.object({ filename: z.string(), timestamp: Timestamp })),
    /** What went wrong in the latest attempt since then. */
    lastProblem: z.nullable(z.object({ message: z.string(), timestamp: Timestamp })),
    /** What keeps the server from using its backups, such as a folder that belongs to someone else. */
    folderProblem: z._default(z.nullable(z.string()), null),
    /** Whether the last good backup is so old that an administrator should look into it. */
    isOverdue: z.boolean(),
    nextAt: z.nullable(Timestamp),
    schedule: z.enum(backupSchedules),
    /** How many scheduled backups are kept, in addition to one per week for two months. */
    keep: z.int(),
    /** Whether a restore is running right now, in this process or another one. */
    isRestoring: z.boolean(),
  }),
})

export const downloadBackup = endpoint('GET /api/backup/:filename', 'super-user', {
  summary: 'Download a backup file',
  params: FilenameParams,
  produces: 'application/octet-stream',
  reply: Bytes,
})

export const inspectBackup = endpoint('GET /api/backup/:filename/contents', 'super-user', {
  topics: ['backup contents'],
  summary: 'Read a whole backup, like a restore, and compare its contents with the current data',
  params: FilenameParams,
  reply: z.object({
    filename: z.string(),
    createdAt: Timestamp,
    version: z.int(),
    appVersion: z.string(),
    counts: BackupCounts,
    now: BackupCounts,
    /** The addresses of accounts that can’t sign in now, and can once it is restored: disabled or deleted since. */
    signInAgain: z.array(z.string()),
  }),
})

export const createBackup = endpoint('POST /api/backup', 'super-user', {
  summary:
    'Back up all current data and read the backup back to verify it: JSON, or a ZIP archive with the images',
  body: z.object({ includeImages: z._default(z.boolean(), false) }),
  replies: { 201: Backup },
})

export const uploadBackup = endpoint('POST /api/backup/upload', 'super-user', {
  summary: 'Upload a backup file; it is checked completely',
  upload: {
    field: 'backupFile',
    maxBytes: uploadLimit,
    tooLarge: 'The backup file must be at most 512 MB',
    missing: 'Please select a backup file to upload',
    toDisk: true,
  },
  replies: { 201: Backup },
})

export const restoreBackup = endpoint('POST /api/backup/restore/:filename', 'super-user', {
  sessionOnly: true,
  summary: 'Restore all data from a backup, or nothing; the current data is saved in a safety backup first',
  params: FilenameParams,
  reply: z.extend(Message, {
    /** The backup of the data just before the restore; restoring it undoes the restore. */
    safetyBackup: z.string(),
    counts: BackupCounts,
  }),
})

export const listRestores = endpoint('GET /api/backup/restores', 'super-user', {
  summary:
    'The most recent restores and their outcomes, latest first; also for clients that lost the connection',
  reply: z.array(
    z.object({
      id: Id,
      filename: z.string(),
      startedAt: Timestamp,
      outcome: z.enum(['running', 'done', 'failed']),
      /** Why it failed, in which case nothing was changed. */
      message: z.nullable(z.string()),
      /** The backup of the data just before the restore. */
      safetyBackup: z.nullable(z.string()),
    }),
  ),
})

export const deleteBackup = endpoint('DELETE /api/backup/:filename', 'super-user', {
  summary: 'Delete a backup; 409 while it is being restored',
  params: FilenameParams,
})
