import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'
import { pushKinds } from '../contract.ts'

export const pushTables = {
  /** What users want to be notified of. It is in backups. */
  pushChoices: table(
    {
      userId: Id,
      /** The kinds that are on, separated by commas. */
      kinds: text(100).check(
        z.refine(
          kinds => kinds === '' || kinds.split(',').every(kind => pushKinds.some(known => known === kind)),
          'must be kinds of notifications',
        ),
      ),
    },
    { key: ['userId'], version: 'none' },
  ),

  /** The installation's VAPID key pair, in a single row. A secret. */
  pushKeys: table(
    { name: z.string(), publicKey: z.string(), privateKey: z.string(), createdAt: z.string() },
    { key: ['name'], leftOut: 'a secret of this installation, which its devices know it by' },
  ),

  /** The browsers that get notifications. No foreign key: a restore replaces the users, but these stay. */
  pushDevices: table(
    {
      userId: Id,
      /** SHA-256 of `endpoint`, base64url. */
      endpointHash: z.string(),
      /** Where its messages are sent. A secret: anyone who has it can make the device's push service work. */
      endpoint: z.string(),
      /** The host of `endpoint`. */
      host: z.string(),
      p256dh: z.string(),
      auth: z.string(),
      name: z.string(),
      /** The session that it was last used in, which it ends with; the session may have expired since. */
      sessionHash: z.nullable(z.string()),
      createdAt: z.string(),
      lastSentAt: z._default(z.nullable(z.string()), null),
      /** When the first of the failures since the last success was; null if the last message arrived. */
      failingSince: z._default(z.nullable(z.string()), null),
    },
    { leftOut: 'browsers know only the installation that they subscribed to' },
  ),
}
