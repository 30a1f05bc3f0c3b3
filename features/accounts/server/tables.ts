import * as z from 'zod/mini'
import { Email, Id, Role } from '#kit/contract/fields.ts'
import { DietsColumn, ImageHash, name, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

// A sign-in computes with the parameters of the hash, so only
// ours are accepted: others could cost minutes and gigabytes.
const PasswordHash = z
  .string()
  .check(
    z.regex(
      /^\$argon2id\$v=19\$m=(\d{1,5}),t=([1-9]),p=[1-4]\$[\w+/]{16,88}\$[\w+/]{16,88}$/,
      'is not one of ours',
    ),
  )

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

export const accountTables = {
  users: table(
    {
      firstName: name(100),
      lastName: name(100),
      username: name(300),
      email: Email,
      passwordHash: PasswordHash,
      campusCode: name(60),
      department: name(100),
      role: Role,
      imageHash: ImageHash,
      isVerified: z.boolean(),
      canLogin: z.boolean(),
      isPrimaryAdmin: z.boolean(),
      diets: DietsColumn,
      dietsAtLunches: z._default(z.boolean(), false),
      createdAt: Time,
      /** Of the fields that forms edit; null: never. */
      updatedAt: z._default(z.nullable(Time), null),
    },
    { counters: 16 },
  ),

  ...credentialTables,

  sessions: table(
    {
      /** SHA-256 of the cookie's token, hexadecimal. */
      tokenHash: z.string(),
      userId: Id,
      createdAt: z.string(),
      lastSeenAt: z.string(),
      /** When the user last gave a password or passkey after signing in. */
      provedAt: z._default(z.nullable(z.string()), null),
      /** Where to go after signing out, to end the issuer's session too. */
      endSessionUrl: z._default(z.nullable(z.string()), null),
    },
    { key: ['tokenHash'], leftOut: 'everyone must sign in again' },
  ),

  /** With what programs call the API as a user. */
  accessTokens: table(
    {
      userId: Id,
      /** SHA-256 of the token, hexadecimal. */
      tokenHash: z.string(),
      name: z.string(),
      readOnly: z.boolean(),
      createdAt: z.string(),
      expiresAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    },
    { leftOut: 'whoever has a backup must not be able to sign in' },
  ),

  /** What passkeys sign: each challenge can be used once, for five minutes. */
  passkeyChallenges: table(
    {
      /** base64url */
      challenge: z.string(),
      /** The user who is adding a passkey; null for a sign-in. */
      userId: z.nullable(Id),
      /** The `userHandle` of the passkey that is being added. */
      userHandle: z.nullable(z.string()),
      expiresAt: z.string(),
    },
    { key: ['challenge'], leftOut: 'they are temporary' },
  ),

  /** Sign-ons at an issuer that are in progress: each can be used once. */
  signOns: table(
    {
      /** SHA-256 of the token in the browser's cookie, hexadecimal. */
      tokenHash: z.string(),
      /** The page to go to afterwards. */
      next: z.string(),
      /** The user's identity, as JSON, once the issuer has confirmed it and only campus and department are missing. */
      identity: z.nullable(z.string()),
      expiresAt: z.string(),
    },
    { key: ['tokenHash'], leftOut: 'users who are signing in start over' },
  ),

  mailTokens: table(
    {
      /** SHA-256 of the mailed token, hexadecimal. */
      tokenHash: z.string(),
      purpose: z.enum(['verification', 'password-reset', 'unsubscribe']),
      userId: Id,
      /** The address it was mailed to: the token is worthless after a change of address. */
      email: z.string(),
      createdAt: z.string(),
      expiresAt: z.string(),
      usedAt: z.nullable(z.string()),
    },
    { key: ['tokenHash'], leftOut: 'links that were mailed are worth nothing after a restore' },
  ),
}
