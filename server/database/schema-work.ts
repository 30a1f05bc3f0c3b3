import type { Generated } from 'kysely'

// What the server keeps for its own work: none of it is anybody's data, and no backup holds it.

export type MailTokenTable = {
  /** SHA-256 of the mailed token, hexadecimal. */
  tokenHash: string
  purpose: 'verification' | 'password-reset'
  userId: number
  /** The address it was mailed to: a token is worth nothing after a change of address. */
  email: string
  createdAt: string
  expiresAt: string
  usedAt: string | null
}

/** Mails that wait to be sent. What a mail says, links included, is made when it is sent, so no token rests here. */
export type MailTable = {
  id: Generated<number>
  kind: MailKind
  toName: string
  toAddress: string
  messageId: string
  attempts: number
  lastError: string | null
  createdAt: string
  nextAttemptAt: string
}

export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'password-changed'
  | 'address-changed'
  | 'account-deleted'

/** Counters by what they guard, shared by all processes. After `expiresAt` a counter begins anew. */
export type ThrottleTable = {
  key: string
  failures: number
  expiresAt: string
  lockedUntil: string | null
}

/** Who does work now that only one process may do at a time. A lease that isn't renewed ends by itself. */
export type LeaseTable = { name: string; holder: string; expiresAt: string }

/** Where addresses are, as the distance service has told; without coordinates: it knows no such address. */
export type GeocodeTable = {
  /** The campus that the address was looked for around. */
  campusCode: string
  /** In small letters, with single spaces. */
  address: string
  latitude: number | null
  longitude: number | null
  askedAt: string
}

/** The recalculation of distances that is under way, or else the last one. */
export type DistanceRunTable = {
  id: Generated<number>
  isRunning: boolean
  /** null: of all campuses. */
  campusCode: string | null
  count: number
  /** The ids of the restaurants that are still to be done, as JSON. */
  remaining: string
  /** What could not be calculated, as JSON. */
  failures: string
  startedBy: number | null
  startedAt: string
  finishedAt: string | null
}

/** The scheduled backups that were tried: `problem` says what went wrong; finished without one, it was read back whole. */
export type BackupRunTable = {
  id: Generated<number>
  startedAt: string
  finishedAt: string | null
  filename: string | null
  problem: string | null
}

/**
 * What has changed lately, for the other processes that use a SQLite file: one row for each subject, whose id grows with
 * each change. On PostgreSQL, which notifies by itself, it stays empty.
 */
export type ChangeTable = {
  id: Generated<number>
  topic: string
  /** An id; 0 for all of them. */
  subject: number
  announcedAt: string
}
