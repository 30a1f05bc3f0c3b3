import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { readAllowedDomains, readRegistrationEnabled } from '#features/settings/server/settings-store.ts'
import { hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { minutes } from '#kit/rules/units.ts'
import { find, insertOnce, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { countAttempt, type RequestLimit, refuseIfExceeded } from '#kit/server/http/limits/request-limits.ts'
import type { SignOnError } from '../../oidc-contract.ts'
import { isDisabled, isUnverified } from '../users/account-state.ts'
import { revokeAccessAndVerify } from '../users/revoke-access.ts'
import { IssuerError } from './issuer-error.ts'
import type { Identity, VerifiedIdentity } from './issuer-identity.ts'
import { setChoosesAccount } from './sign-ons-in-progress.ts'

/** The reason why a user whom the issuer knows is not signed in. */
export class SignOnDenied extends Error {
  readonly code: SignOnError
  /** For the audit log. */
  readonly about: { id?: number; email?: string | null }

  constructor(code: SignOnError, about: SignOnDenied['about'] = {}) {
    super(code)
    this.code = code
    this.about = about
  }
}

type By = { request: Actor['request'] }

/**
 * Finds the account that an identity signs in to: the one it is linked to, or else the one with its address, which it
 * then links. Returns null if there is none yet. Throws SignOnDenied if the identity must not sign in.
 */
export async function findBySignOn(
  tx: Db,
  deps: Deps,
  identity: Identity,
  by: By,
): Promise<Row<'users'> | null> {
  const { issuer, subject } = identity
  const known = await find(tx, 'issuerLinks', { issuer, subject })
  const [linked] = known ? await lock(tx, 'users', { id: known.userId }) : []
  // An explicit "not verified" is rejected even for a linked account; without the claim, the link is enough.
  if (identity.emailVerified === false) throw new SignOnDenied('unverified-email', { email: identity.email })
  if (linked) return admit(tx, deps, linked, identity)
  const verified = requireVerified(deps, identity)
  const found = await find(tx, 'users', { email: verified.email })
  const [user] = found ? await lock(tx, 'users', { id: found.id }) : []
  if (!user || user.email !== verified.email) return null
  if (isDisabled(user)) throw new SignOnDenied('disabled')
  // A typo in an administrator's address must not hand their rights to a stranger.
  if (!user.isVerified && isAdmin(user)) throw new SignOnDenied('unverified')
  // Link first: it throws if the account is already linked to someone else at the issuer.
  await link(tx, deps, user, verified, by)
  return admit(tx, deps, user, verified)
}

/** Throws SignOnDenied if no account may be created for this email. */
export async function requireOpenFor(tx: Db, { config }: Deps, email: string): Promise<void> {
  if (!(await readRegistrationEnabled(tx))) throw new SignOnDenied('registration-disabled')
  const domains = await readAllowedDomains(tx, config.orgEmailDomain)
  if (!hasAllowedDomain(email, domains)) throw new SignOnDenied('domain')
}

/** Returns the identity if its email is verified or trusted, and throws SignOnDenied otherwise. */
export function requireVerified({ config }: Deps, identity: Identity): VerifiedIdentity {
  const { email, emailVerified } = identity
  if (email === null) throw new SignOnDenied('no-email')
  // Trust only replaces a missing `email_verified`; it never overrides an explicit false.
  if (!(emailVerified ?? config.oidc?.trustsEmail)) throw new SignOnDenied('unverified-email', { email })
  return { ...identity, email }
}

/** Hands an unverified account over to the verified owner of its address, removing every earlier way into it. */
async function admit(
  tx: Db,
  { config }: Deps,
  user: Row<'users'>,
  identity: Identity,
): Promise<Row<'users'>> {
  if (isDisabled(user)) throw new SignOnDenied('disabled')
  if (!isUnverified(user)) return user
  const isOwner = identity.email === user.email && (identity.emailVerified ?? config.oidc?.trustsEmail)
  const verified = isOwner && (await revokeAccessAndVerify(tx, user.id, { link: identity }))
  if (!verified) throw new SignOnDenied('unverified')
  return verified
}

/** Links an account to an identity, once. */
export async function link(
  tx: Db,
  deps: Deps,
  user: Row<'users'>,
  identity: VerifiedIdentity,
  by: By,
): Promise<void> {
  const { issuer, subject, email } = identity
  const time = deps.now().toISOString()
  const row = { issuer, subject, userId: user.id, createdAt: time }
  if (!(await insertOnce(tx, 'issuerLinks', row))) {
    // Another device of the same user may have linked it at the same moment.
    if ((await find(tx, 'issuerLinks', { issuer, subject }))?.userId === user.id) return
    throw new SignOnDenied('linked', { id: user.id, email })
  }
  const details = { id: user.id, email, issuer }
  await recordAudit(tx, { action: 'SIGN_ON_LINKED', details, by: { ...by, viewer: user }, time })
}

/** Errors that are recorded in the audit log. */
const recorded = new Set<SignOnError>(['refused', 'expired', 'no-email', 'unverified-email', 'linked'])

/** As many as wrong passwords, which don't wait for these. */
const forgedSignOns: RequestLimit = { key: 'forged sign-ons of', max: 100, milliseconds: 10 * minutes }

/**
 * Records failures. A network has to wait only after a hundred responses that someone may have forged, and only for
 * single sign-on: what the issuer or our settings are to blame for happens to everyone in the office at once.
 */
export async function recordingFailures<T>(
  deps: Deps,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  await refuseIfExceeded(deps, forgedSignOns, request.ip)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignOnDenied || error instanceof IssuerError) || !recorded.has(error.code))
      throw error
    deps.metrics?.signInRefused('wrong')
    const { code } = error
    const details = { way: 'single sign-on', reason: code, ...(error instanceof SignOnDenied && error.about) }
    await deps.db.transaction().execute(async db => {
      const by = { viewer: null, request }
      await recordAudit(db, { action: 'SIGN_IN_FAILED', details, by, time: deps.now().toISOString() })
      if (error instanceof IssuerError && error.mayBeForged)
        await countAttempt({ ...deps, db }, forgedSignOns, request.ip)
    })
    throw error
  }
}

/** The sign-in page with the reason. Unexpected errors are logged and shown as `trouble`. */
export function errorPage(
  { config }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: unknown,
  next: string,
): string {
  const code = codeOf(error)
  if (error instanceof IssuerError) request.log.warn({ code, reason: reasonOf(error) }, error.message)
  else if (code === 'trouble') request.log.error({ err: error }, 'sign-on failed')
  else if (code === 'linked') request.log.warn({ code }, linkedElsewhere)
  // The account won't do: without being asked, the issuer would choose the same one again.
  if (error instanceof SignOnDenied && code !== 'expired') setChoosesAccount(config, reply, true)
  return `/auth?error=${code}${next === '/' ? '' : `&next=${encodeURIComponent(next)}`}`
}

const linkedElsewhere =
  'The account with this address is linked to another subject of the issuer. An administrator can remove the link. ' +
  'If the issuer gave everyone new subjects: npm run admin -- forget-sign-on-links'

function codeOf(error: unknown): SignOnError {
  if (error instanceof SignOnDenied || error instanceof IssuerError) return error.code
  return error instanceof HttpError && error.status === 429 ? 'too-many' : 'trouble'
}

/** What went wrong, and where exactly. The library's own messages contain neither codes nor tokens. */
function reasonOf({ cause }: IssuerError): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const inner = cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  return `${cause.message}${inner}`.slice(0, 300)
}
