import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { chatTables } from './chat-tables.ts'
import { importTables } from './import-tables.ts'
import { overviewTables } from './overview-tables.ts'
import { pushWorkTables } from './push-tables.ts'
import { table } from './table.ts'

const text = z.string()
const time = z.string()
const nullableText = z.nullable(text)
const nullableTime = z.nullable(time)

/** What the server keeps for its own work. It is no one's personal data, and backups leave it out. */
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
      /** When the user last gave a password or passkey after signing in. */
      provedAt: z._default(nullableTime, null),
      /** Where to go after signing out, to end the issuer's session too. */
      endSessionUrl: z._default(nullableText, null),
    },
    { key: ['tokenHash'], leftOut: 'everyone must sign in again' },
  ),
  /** With what programs call the API as a user. */
  accessTokens: table(
    {
      userId: Id,
      /** SHA-256 of the token, hexadecimal. */
      tokenHash: text,
      name: text,
      readOnly: z.boolean(),
      createdAt: time,
      expiresAt: time,
      lastUsedAt: nullableTime,
    },
    { leftOut: 'whoever has a backup must not be able to sign in' },
  ),
  /** What passkeys sign: each challenge can be used once, for five minutes. */
  passkeyChallenges: table(
    {
      /** base64url */
      challenge: text,
      /** The user who is adding a passkey; null for a sign-in. */
      userId: z.nullable(Id),
      /** The `userHandle` of the passkey that is being added. */
      userHandle: z.nullable(text),
      expiresAt: time,
    },
    { key: ['challenge'], leftOut: 'they are temporary' },
  ),

  /** Sign-ons at an issuer that are in progress: each can be used once. */
  signOns: table(
    {
      /** SHA-256 of the token in the browser's cookie, hexadecimal. */
      tokenHash: text,
      /** The page to go to afterwards. */
      next: text,
      /** The user's identity, as JSON, once the issuer has confirmed it and only campus and department are missing. */
      identity: nullableText,
      expiresAt: time,
    },
    { key: ['tokenHash'], leftOut: 'users who are signing in start over' },
  ),

  mailTokens: table(
    {
      /** SHA-256 of the mailed token, hexadecimal. */
      tokenHash: text,
      purpose: z.enum(['verification', 'password-reset', 'unsubscribe']),
      userId: Id,
      /** The address it was mailed to: the token is worthless after a change of address. */
      email: text,
      createdAt: time,
      expiresAt: time,
      usedAt: nullableTime,
    },
    { key: ['tokenHash'], leftOut: 'links that were mailed are worth nothing after a restore' },
  ),

  /** Messages that are waiting to be sent; see `deliveryQueue`. */
  deliveries: table(
    {
      /** Which queue it is in, such as 'mail'. */
      channel: text,
      /** The kind of message, among those of its channel. */
      kind: text,
      /** The server that it goes through, such as a webhook; one in trouble delays only its own deliveries. */
      server: z._default(text, ''),
      /** Where it is sent, such as an email address. */
      destination: text,
      /** What else the channel needs, as JSON. */
      payload: text,
      attempts: z.int(),
      lastError: z.nullable(text),
      createdAt: time,
      nextAttemptAt: time,
      /** It is dropped at this time, even if it was never tried. */
      expiresAt: nullableTime,
      /** From then on it is no longer tried, and only shown. */
      givenUpAt: nullableTime,
    },
    { leftOut: 'waiting messages are temporary' },
  ),

  ...chatTables,
  ...pushWorkTables,

  /** Rate-limit counters, by what they protect, shared by all processes. After `expiresAt` a counter starts over. */
  throttles: table(
    { key: text, failures: z.int(), expiresAt: time, lockedUntil: nullableTime },
    { key: ['key'], leftOut: 'they are temporary' },
  ),

  /** Which process is doing work that only one process may do at a time. A lease that isn't renewed expires. */
  leases: table(
    { name: text, holder: text, expiresAt: time },
    { key: ['name'], leftOut: 'they belong to running processes' },
  ),

  /**
   * The positions of addresses according to the distance
   * service, without coordinates if it doesn't know the address.
   */
  geocodes: table(
    {
      /** The campus near which the address was looked up. */
      campusCode: text,
      /** In lower case, with single spaces. */
      address: text,
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      askedAt: time,
      /** The name of the geocoder that was asked; null for results of releases that did not store it. */
      geocoder: nullableText,
    },
    { key: ['campusCode', 'address'], leftOut: 'asked for again' },
  ),

  /** The recalculation of distances that is in progress, or else the last one. */
  distanceRuns: table(
    {
      isRunning: z.boolean(),
      /** null: all campuses. */
      campusCode: z.nullable(text),
      count: z.int(),
      /** The ids of the restaurants that remain to be done, as JSON. */
      remaining: text,
      /** Only servers of earlier versions use this, beside which one of this version may run during an upgrade. */
      failures: text,
      startedBy: z.nullable(Id),
      startedAt: time,
      finishedAt: nullableTime,
      /**
       * How many addresses had to be located, and the ids of
       * the restaurants whose address still has to be, as JSON.
       */
      addresses: z._default(z.int(), 0),
      toLocate: z._default(text, '[]'),
    },
    { leftOut: 'they are temporary' },
  ),

  /** What a recalculation could not calculate. */
  distanceFailures: table(
    { runId: Id, restaurantId: Id, name: text, address: text, message: text },
    { leftOut: 'they are temporary' },
  ),

  ...importTables,

  /**
   * The backups that were tried. `problem` says what went
   * wrong; a finished run without one was completely read back.
   */
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
   * The restores that were tried. A restore that succeeds sets
   * `finishedAt` in the transaction that restores the rows.
   */
  restoreRuns: table(
    {
      filename: text,
      startedAt: time,
      finishedAt: nullableTime,
      /** The backup that was made just before the restore. */
      safetyBackup: z.nullable(text),
      problem: z.nullable(text),
    },
    { leftOut: 'they describe the restores on this server' },
  ),

  /**
   * Recent changes, for the other processes that use the database: one row per subject, which gets a higher id
   * with each change. On PostgreSQL, it is read only where notifications don't arrive.
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

  /** How often each table has changed: the sum of its slots (see versions.ts). */
  tableVersions: table(
    { name: text, slot: z.int(), version: z.int() },
    { key: ['name', 'slot'], leftOut: 'they only ever increase' },
  ),

  /** How often rows that belong to a user have changed. */
  ownerVersions: table(
    { userId: Id, version: z.int() },
    { key: ['userId'], leftOut: 'they only ever increase' },
  ),

  /** What was learned from all ratings: one row, which gets a higher id with each fit. */
  tasteModels: table(
    {
      /** Identifies the ratings it was learned from: a text that changes with every change of them. */
      ratings: text,
      fittedAt: time,
      model: z.custom<Uint8Array>(),
    },
    { leftOut: 'learned again from the ratings', version: 'everyone' },
  ),
  ...overviewTables,
}
