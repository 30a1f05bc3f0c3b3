import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ExpiredError, errorWith } from '#kit/contract/errors.ts'
import { givenPassword, Id, nameLine, Timestamp } from '#kit/contract/fields.ts'
import { User } from './people-contract.ts'
import { SignInRefusal } from './sessions-contract.ts'

/** The most passkeys that one person can have. */
export const maxPasskeys = 10

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  /**
   * The authenticator's ids of the passkey and of its user: with them a browser is told which passkeys are left. Missing
   * in a response that a browser stored with an earlier version.
   */
  credentialId: z.optional(z.string()),
  userHandle: z.optional(z.string()),
})
export type Passkey = z.output<typeof Passkey>

const base64url = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'Must be base64url without padding'))
/** At most 1023 bytes, the limit of WebAuthn. */
export const CredentialId = base64url(1364)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  // The server doesn't use any of it.
  clientExtensionResults: z.object({ credProps: z.optional(z.object({ rk: z.optional(z.boolean()) })) }),
}

/** SimpleWebAuthn's RegistrationResponseJSON: the browser's response to the options for a new passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(8192),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** SimpleWebAuthn's AuthenticationResponseJSON: the proof that a user has a passkey. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: z.optional(base64url(128)),
  }),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

/** SimpleWebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The user's existing passkeys, so that no device is added twice. */
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})

export type NewPasskeyOptions = z.output<typeof NewPasskeyOptions>

/** SimpleWebAuthn's PublicKeyCredentialRequestOptionsJSON. */
export const PasskeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export type PasskeyOptions = z.output<typeof PasskeyOptions>

export const listPasskeys = endpoint('GET /api/passkeys', 'user', {
  topics: ['passkeys'],
  summary: 'Your passkeys, oldest first',
  reply: z.array(Passkey),
})

export const addPasskeyOptions = endpoint('POST /api/passkeys/options', 'user', {
  sessionOnly: true,
  summary:
    'What the browser needs to create a passkey; 403 with needsProof unless you signed in or gave your password or a passkey in the last ten minutes; 400 with unknown: true if there is no such passkey',
  body: z.object({
    password: z.optional(givenPassword()),
    passkey: z.optional(PasskeyProof),
  }),
  reply: NewPasskeyOptions,
  errors: {
    400: errorWith({ unknown: z.optional(z.boolean()) }),
    403: errorWith({ needsProof: z.optional(z.boolean()) }),
  },
})

export const addPasskey = endpoint('POST /api/passkeys', 'user', {
  sessionOnly: true,
  summary: 'Add a passkey, named after its device; 410 with expired: true if it took too long',
  body: NewPasskey,
  replies: { 201: Passkey },
  errors: { 403: errorWith({ needsProof: z.optional(z.boolean()) }), 410: ExpiredError },
})

export const PasskeyName = z.object({ name: nameLine(60, 'Please enter a name') })

export const renamePasskey = endpoint('PATCH /api/passkeys/:id', 'user', {
  sessionOnly: true,
  summary: 'Rename one of your passkeys',
  body: PasskeyName,
  reply: Passkey,
})

export const removePasskey = endpoint('DELETE /api/passkeys/:id', 'user', {
  sessionOnly: true,
  summary: 'Remove one of your passkeys, which can then no longer sign in',
})

export const passkeySignInOptions = endpoint('POST /api/passkeys/sign-in/options', 'public', {
  summary: 'What the browser needs to use a passkey; the same for everyone except for the challenge',
  reply: PasskeyOptions,
})

export const signInByPasskey = endpoint('POST /api/passkeys/sign-in', 'public', {
  summary:
    'Sign in with a passkey; rejected like a password, with unknown: true if there is no such passkey, and 410 with expired: true if it took too long',
  body: PasskeyProof,
  reply: User,
  errors: { 401: errorWith({ unknown: z.optional(z.boolean()) }), 403: SignInRefusal, 410: ExpiredError },
})
