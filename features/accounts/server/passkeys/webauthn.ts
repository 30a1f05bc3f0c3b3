import { fullName } from '#kit/rules/texts/person-names.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import { insert, remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { NewPasskey, NewPasskeyOptions, PasskeyOptions, PasskeyProof } from '../../passkeys-contract.ts'
import { createToken } from '../tokens/tokens.ts'

/** How long a user may take to answer the prompt of their device. */
const challengeLifetime = 5 * minutes

// EdDSA, ES256, RS256: every authenticator has one of these. The library's own list grows with its versions.
const supportedAlgorithmIDs = [-8, -7, -257]

// Loaded when a passkey is first used, because loading it takes as long as loading the rest of the server.
const library = () => import('@simplewebauthn/server')

const relyingPartyId = ({ config }: Pick<Deps, 'config'>) => new URL(config.appUrl).hostname

/** What the library compares a response with. */
const expected = (deps: Deps, { challenge }: Row<'passkeyChallenges'>) => ({
  expectedChallenge: challenge,
  expectedOrigin: deps.config.appUrl,
  expectedRPID: relyingPartyId(deps),
  requireUserVerification: true,
})

/** What the browser needs to create a passkey for a user. */
export async function optionsForNewPasskey(
  deps: Deps,
  user: Pick<Row<'users'>, 'id' | 'email' | 'firstName' | 'lastName'>,
  known: readonly Row<'passkeys'>[],
): Promise<NewPasskeyOptions> {
  const userHandle = known[0]?.userHandle ?? createToken()
  return {
    challenge: await issueChallenge(deps, { userId: user.id, userHandle }),
    rp: { id: relyingPartyId(deps), name: deps.config.appName },
    user: { id: userHandle, name: user.email, displayName: fullName(user) },
    pubKeyCredParams: supportedAlgorithmIDs.map(alg => ({ type: 'public-key', alg })),
    timeout: challengeLifetime,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** What the browser needs to use a passkey; the same for every account. */
export async function optionsForPasskey(deps: Deps): Promise<PasskeyOptions> {
  return {
    challenge: await issueChallenge(deps, { userId: null, userHandle: null }),
    rpId: relyingPartyId(deps),
    timeout: challengeLifetime,
    userVerification: 'required',
  }
}

async function issueChallenge(
  { db, now }: Deps,
  to: { userId: number | null; userHandle: string | null },
): Promise<string> {
  const challenge = createToken()
  const expiresAt = timestampAfter(now(), challengeLifetime)
  await insert(db, 'passkeyChallenges', { challenge, ...to, expiresAt })
  return challenge
}

/** What is stored of a passkey that a user's device has created; null if it isn't the one that was requested. */
export async function checkNewPasskey(deps: Deps, userId: number, response: NewPasskey) {
  const { verifyRegistrationResponse } = await library()
  const challenge = await consumeChallenge(deps, response.response.clientDataJSON, userId)
  if (!challenge?.userHandle || !(await hasPlainAttestation(response))) return null
  const verification = await verifyOrRefuse(deps, () =>
    verifyRegistrationResponse({ response, ...expected(deps, challenge), supportedAlgorithmIDs }),
  )
  if (!verification?.registrationInfo) return null
  const { credential } = verification.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    userHandle: challenge.userHandle,
  }
}

/**
 * Whether the attestation carries no certificate. None is requested, and so no one can make the server parse
 * one or fetch the revocation lists that it names.
 */
async function hasPlainAttestation({ response }: NewPasskey): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** The passkey's new counter, or null if the proof is invalid. */
export async function checkProof(
  deps: Deps,
  passkey: Row<'passkeys'>,
  proof: PasskeyProof,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const challenge = await consumeChallenge(deps, proof.response.clientDataJSON, null)
  if (!challenge || proof.response.userHandle !== passkey.userHandle) return null
  const verification = await verifyOrRefuse(deps, () =>
    verifyAuthenticationResponse({
      response: proof,
      ...expected(deps, challenge),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  return verification?.verified ? verification.authenticationInfo.newCounter : null
}

/**
 * Consumes the challenge that this data answers; undefined if it
 * was not issued to `userId` (null: to no user in particular).
 */
async function consumeChallenge({ db, now }: Deps, clientDataJSON: string, userId: number | null) {
  const { challenge, crossOrigin } = readClientData(clientDataJSON)
  if (typeof challenge !== 'string') return undefined
  const [taken] = await remove(db, 'passkeyChallenges', { challenge, userId })
  if (taken && taken.expiresAt <= now().toISOString()) throw tookTooLong()
  return crossOrigin === true ? undefined : taken
}

function readClientData(text: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

// The library throws for anything wrong with a response. Nothing in it reaches the database.
async function verifyOrRefuse<T>({ log }: Deps, verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }, 'passkey refused')
    return null
  }
}

const tookTooLong = () => new HttpError(410, 'That took too long. Please try again.', { expired: true })
