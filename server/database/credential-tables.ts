import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { name, Time, text } from './checks.ts'
import { table } from './table.ts'

const base64url = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'must be base64url'))

/**
 * What gives access to an account, or to part of it, besides its password. It is in backups, but a restore
 * never adds any of it to an account that exists before and after the restore.
 */
export const credentialTables = {
  /**
   * Which account an issuer's subject signs in to. Each subject has
   * one account, and each account at most one subject per issuer.
   */
  issuerLinks: table(
    { issuer: name(2000), subject: name(255), userId: Id, createdAt: Time },
    { key: ['issuer', 'subject'], version: 'none' },
  ),

  /** Passkeys that people sign in with; only their public keys are stored. */
  passkeys: table(
    {
      userId: Id,
      /** The authenticator's id for the passkey. */
      credentialId: base64url(1364),
      /** COSE, base64url. */
      publicKey: base64url(2000),
      /** The owner's id for authenticators: random, and the same in all passkeys of one user. */
      userHandle: base64url(86),
      /** The number of signatures that the authenticator reports; 0 if it doesn't count them. */
      counter: z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1)),
      name: name(100),
      createdAt: Time,
      lastUsedAt: z.nullable(Time),
    },
    { version: 'none' },
  ),

  /** Private calendars with the lunches that a user is in: one address per user. */
  calendarFeeds: table(
    {
      userId: Id,
      /** SHA-256 of the address's token, hexadecimal. */
      tokenHash: text(64).check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')),
      createdAt: Time,
    },
    { key: ['userId'], version: 'none' },
  ),
} satisfies Record<string, { columns: { userId: z.ZodMiniType } }>
