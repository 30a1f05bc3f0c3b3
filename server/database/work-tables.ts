import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { table } from './table.ts'

const text = z.string()
const time = z.string()
const nullableTime = z.nullable(time)

/** What the server keeps for its own work: none of it is anybody's data, and no backup holds it. */
export const workTables = {
  images: table(
    {
      /** SHA-256 of `bytes`, hexadecimal. */
      hash: text,
      bytes: z.custom<Uint8Array>(),
      cardBytes: z.custom<Uint8Array>(),
      createdAt: time,
    },
    { key: ['hash'], leftOut: 'in an archive they are files of their own' },
  ),

  sessions: table(
    {
      /** SHA-256 of the cookie's token, hexadecimal. */
      tokenHash: text,
      userId: Id,
      createdAt: time,
      lastSeenAt: time,
    },
    { key: ['tokenHash'], leftOut: 'everybody signs in again' },
  ),

  mailTokens: table(
    {
      /** SHA-256 of the mailed token, hexadecimal. */
      tokenHash: text,
      purpose: z.enum(['verification', 'password-reset']),
      userId: Id,
      /** The address it was mailed to: a token is worth nothing after a change of address. */
      email: text,
      createdAt: time,
      expiresAt: time,
      usedAt: nullableTime,
    },
    { key: ['tokenHash'], leftOut: 'links that were mailed are worth nothing after a restore' },
  ),

  /** Mails that wait to be sent. What a mail says, links included, is made when it is sent, so no token rests here. */
  mails: table(
    {
      kind: z.enum([
        'verification',
        'password-reset',
        'password-changed',
        'address-changed',
        'account-deleted',
      ]),
      toName: text,
      toAddress: text,
      messageId: text,
      attempts: z.int(),
      lastError: z.nullable(text),
      createdAt: time,
      nextAttemptAt: time,
    },
    { leftOut: 'what waits to be sent belongs to the present' },
  ),

  /** Counters by what they guard, shared by all processes. After `expiresAt` a counter begins anew. */
  throttles: table(
    { key: text, failures: z.int(), expiresAt: time, lockedUntil: nullableTime },
    { key: ['key'], leftOut: 'they guard the present' },
  ),

  /** Who does work now that only one process may do at a time. A lease that isn't renewed ends by itself. */
  leases: table(
    { name: text, holder: text, expiresAt: time },
    { key: ['name'], leftOut: 'they belong to running processes' },
  ),

  /** Where addresses are, according to the distance service; without coordinates: it knows no such address. */
  geocodes: table(
    {
      /** The campus that the address was looked for around. */
      campusCode: text,
      /** In small letters, with single spaces. */
      address: text,
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      askedAt: time,
    },
    { key: ['campusCode', 'address'], leftOut: 'asked for again' },
  ),

  /** The recalculation of distances that is under way, or else the last one. */
  distanceRuns: table(
    {
      isRunning: z.boolean(),
      /** null: of all campuses. */
      campusCode: z.nullable(text),
      count: z.int(),
      /** The ids of the restaurants that are still to be done, as JSON. */
      remaining: text,
      /** What could not be calculated, as JSON. */
      failures: text,
      startedBy: z.nullable(Id),
      startedAt: time,
      finishedAt: nullableTime,
    },
    { leftOut: 'they belong to the present' },
  ),

  /** The scheduled backups that were tried: `problem` says what went wrong; finished without one, it was read back whole. */
  backupRuns: table(
    {
      startedAt: time,
      finishedAt: nullableTime,
      filename: z.nullable(text),
      problem: z.nullable(text),
    },
    { leftOut: 'they describe the backups on this server' },
  ),

  /**
   * What has changed lately, for the other processes that use a SQLite file: one row for each subject, whose id grows with
   * each change. On PostgreSQL, which notifies by itself, it stays empty.
   */
  changes: table(
    {
      topic: text,
      /** An id; 0 for all of them. */
      subject: z.int(),
      announcedAt: time,
    },
    { leftOut: 'they keep running processes up to date' },
  ),
}
