import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { name, Time, text } from './checks.ts'
import { table } from './table.ts'

const base64url = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'must be base64url'))

/** What opens an account, or something of it, besides its password: in backups, but a restore never gives it to an account that outlives it. */
export const credentialTables = {
  /** The account that an issuer's subject signs in to: one for each subject, and one subject of an issuer for each account. */
  issuerLinks: table(
    { issuer: name(2000), subject: name(255), userId: Id, createdAt: Time },
    { key: ['issuer', 'subject'], version: 'none' },
  ),

  /** Keys that people sign in with; only their public half is here. */
  passkeys: table(
    {
      userId: Id,
      /** As the authenticator calls it. */
      credentialId: base64url(1364),
      /** COSE, base64url. */
      publicKey: base64url(2000),
      /** What authenticators know the owner by: random, and the same in all passkeys of one person. */
      userHandle: base64url(86),
      /** How often the authenticator says that it has signed; 0 where it doesn't count. */
      counter: z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1)),
      name: name(100),
      createdAt: Time,
      lastUsedAt: z.nullable(Time),
    },
    { version: 'none' },
  ),

  /** The private calendar of the lunches that somebody is in: one address each. */
  calendarFeeds: table(
    {
      userId: Id,
      /** SHA-256 of the address' token, hexadecimal. */
      tokenHash: text(64).check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')),
      createdAt: Time,
    },
    { key: ['userId'], version: 'none' },
  ),
} satisfies Record<string, { columns: { userId: z.ZodMiniType } }>
