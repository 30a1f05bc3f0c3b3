import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { chatTables } from './chat-tables.ts'
import { importTables } from './import-tables.ts'
import { overviewTables } from './overview-tables.ts'
import { table } from './table.ts'

const text = z.string()
const time = z.string()
const nullableText = z.nullable(text)
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
      /** When its owner last gave a password or passkey since signing in. */
      provedAt: z._default(nullableTime, null),
      /** Where to go after signing out, to end the issuer's session too. */
      endSessionUrl: z._default(nullableText, null),
    },
    { key: ['tokenHash'], leftOut: 'everybody signs in again' },
  ),
  /** What passkeys sign: each counts once, and for five minutes. */
  passkeyChallenges: table(
    {
      /** base64url */
      challenge: text,
      /** Who is adding a passkey; null: somebody signs in. */
      userId: z.nullable(Id),
      /** The `userHandle` of the passkey that is being added. */
      userHandle: z.nullable(text),
      expiresAt: time,
    },
    { key: ['challenge'], leftOut: 'they belong to the present' },
  ),

  /** Sign-ons over an issuer that are under way: each is used once. */
  signOns: table(
    {
      /** SHA-256 of the token in the browser's cookie, hexadecimal. */
      tokenHash: text,
      /** The page to go to afterwards. */
      next: text,
      /** Who it was, as JSON, once the issuer has said so and only campus and department are missing. */
      identity: nullableText,
      expiresAt: time,
    },
    { key: ['tokenHash'], leftOut: 'whoever is signing in begins again' },
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

  /** What waits to be sent; see `deliveryQueue`. */
  deliveries: table(
    {
      /** Which queue it is in, such as 'mail'. */
      channel: text,
      /** What it is, among those of its channel. */
      kind: text,
      /** The address that it goes to. */
      destination: text,
      /** What the channel needs besides, as JSON. */
      payload: text,
      attempts: z.int(),
      lastError: z.nullable(text),
      createdAt: time,
      nextAttemptAt: time,
      /** It is dropped then, even if it was never tried. */
      expiresAt: nullableTime,
    },
    { leftOut: 'what waits to be sent belongs to the present' },
  ),

  ...chatTables,

  /** Counters by what they guard, shared by all processes. After `expiresAt` a counter starts over. */
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
      /** How many addresses there were to locate, and the ids of the restaurants whose address still is, as JSON. */
      addresses: z._default(z.int(), 0),
      toLocate: z._default(text, '[]'),
    },
    { leftOut: 'they belong to the present' },
  ),

  ...importTables,

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

  /** The restores that were tried. `finishedAt` is set together with the rows that a restore puts back. */
  restoreRuns: table(
    {
      filename: text,
      startedAt: time,
      finishedAt: nullableTime,
      /** The present as it was just before. */
      safetyBackup: z.nullable(text),
      problem: z.nullable(text),
    },
    { leftOut: 'they describe the restores on this server' },
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

  /** How often each table was changed: the sum of its slots (see versions.ts). */
  tableVersions: table(
    { name: text, slot: z.int(), version: z.int() },
    { key: ['name', 'slot'], leftOut: 'they only ever grow' },
  ),

  /** How often something that belongs to a user was changed. */
  ownerVersions: table({ userId: Id, version: z.int() }, { key: ['userId'], leftOut: 'they only ever grow' }),

  /** What was learned from everybody's ratings: one row, whose id grows with each fit. */
  tasteModels: table(
    {
      /** Which ratings it was learned from: a sum that changes with every change of them. */
      ratings: text,
      fittedAt: time,
      model: z.custom<Uint8Array>(),
    },
    { leftOut: 'learned again from the ratings' },
  ),
  ...overviewTables,
}
