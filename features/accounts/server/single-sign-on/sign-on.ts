import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { readAllowedDomains, readRegistrationEnabled } from '#features/settings/server/settings-store.ts'
import { hasAllowedDomain } from '#kit/rules/addresses/email-domains.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { find, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { SignOnError } from '../../oidc-contract.ts'
import { isDisabled, isUnverified } from '../users/account-state.ts'
import { revokeAccessAndVerify } from '../users/revoke-access.ts'
import type { Identity } from './issuer-identity.ts'

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

/** An identity with an email that the issuer has verified, or is trusted for. */
export type VerifiedIdentity = Identity & { email: string }

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
  if (linked) return requireMaySignIn(await handOverIfVerified(tx, deps, linked, identity))
  const verified = requireVerified(deps, identity)
  const found = await find(tx, 'users', { email: verified.email })
  const [user] = found ? await lock(tx, 'users', { id: found.id }) : []
  if (!user || user.email !== verified.email) return null
  if (isDisabled(user)) throw new SignOnDenied('disabled')
  // A typo in an administrator's address must not hand their rights to a stranger.
  if (!user.isVerified && isAdmin(user)) throw new SignOnDenied('unverified')
  // Link first: it throws if the account is already linked to someone else at the issuer.
  await link(tx, deps, user, verified, by)
  return requireMaySignIn(await handOverIfVerified(tx, deps, user, verified))
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
async function handOverIfVerified(
  tx: Db,
  { config }: Deps,
  user: Row<'users'>,
  identity: Identity,
): Promise<Row<'users'>> {
  const isOwner = identity.email === user.email && (identity.emailVerified ?? config.oidc?.trustsEmail)
  if (!isUnverified(user) || isDisabled(user) || !isOwner) return user
  return (await revokeAccessAndVerify(tx, user.id, { link: identity })) ?? user
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
  const isNew = await tx
    .insertInto('issuerLinks')
    .values({ issuer, subject, userId: user.id, createdAt: time })
    .onConflict(conflict => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!isNew) {
    // Another device of the same user may have linked it at the same moment.
    if ((await find(tx, 'issuerLinks', { issuer, subject }))?.userId === user.id) return
    throw new SignOnDenied('linked', { id: user.id, email })
  }
  const details = { id: user.id, email, issuer }
  await recordAudit(tx, { action: 'SIGN_ON_LINKED', details, by: { ...by, viewer: user }, time })
}

function requireMaySignIn(user: Row<'users'>): Row<'users'> {
  if (isDisabled(user)) throw new SignOnDenied('disabled')
  if (isUnverified(user)) throw new SignOnDenied('unverified')
  return user
}
