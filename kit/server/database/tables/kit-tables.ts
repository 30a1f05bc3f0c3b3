import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { table } from './table.ts'

/** What the server keeps for its own work, whatever it is about. */
export const kitTables = {
  /** Messages that are waiting to be sent; see `deliveryQueue`. */
  deliveries: table(
    {
      /** Which queue it is in, such as 'mail'. */
      channel: z.string(),
      /** The kind of message, among those of its channel. */
      kind: z.string(),
      /** The server that it goes through, such as a webhook; one in trouble delays only its own deliveries. */
      server: z._default(z.string(), ''),
      /** Where it is sent, such as an email address. */
      destination: z.string(),
      /** What else the channel needs, as JSON. */
      payload: z.string(),
      attempts: z.int(),
      lastError: z.nullable(z.string()),
      createdAt: z.string(),
      nextAttemptAt: z.string(),
      /** It is dropped at this time, even if it was never tried. */
      expiresAt: z.nullable(z.string()),
      /** From then on it is no longer tried, and only shown. */
      givenUpAt: z.nullable(z.string()),
    },
    { leftOut: 'waiting messages are temporary' },
  ),

  /** Rate-limit counters, by what they protect, shared by all processes. After `expiresAt` a counter starts over. */
  throttles: table(
    { key: z.string(), failures: z.int(), expiresAt: z.string(), lockedUntil: z.nullable(z.string()) },
    { key: ['key'], leftOut: 'they are temporary' },
  ),

  /** Which process is doing work that only one process may do at a time. A lease that isn't renewed expires. */
  leases: table(
    { name: z.string(), holder: z.string(), expiresAt: z.string() },
    { key: ['name'], leftOut: 'they belong to running processes' },
  ),

  /**
   * Recent changes, for all processes that use the database: one row per subject, which gets a higher id
   * with each change.
   */
  changes: table(
    {
      topic: z.string(),
      /** An id; 0 for all of them. */
      subject: z.int(),
      announcedAt: z.string(),
    },
    { leftOut: 'they keep running processes up to date' },
  ),

  /** How often each table has changed: the sum of its slots (see versions.ts). */
  tableVersions: table(
    { name: z.string(), slot: z.int(), version: z.int() },
    { key: ['name', 'slot'], leftOut: 'they only ever increase' },
  ),

  /** How often rows that belong to a user have changed. */
  ownerVersions: table(
    { userId: Id, version: z.int() },
    { key: ['userId'], leftOut: 'they only ever increase' },
  ),
}
