import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '#features/audit/server/record-audit.ts'
import { safeNext } from '#kit/rules/addresses/safe-next.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { countAttempt, countOrRefuse, refuseIfExceeded } from '#kit/server/http/limits/request-limits.ts'
import { type SignOnError, signOnExpired } from '../../oidc-contract.ts'
import { startSession } from '../sessions/start-session.ts'
import { createToken, hashToken } from '../tokens/tokens.ts'
import { requireCampusAndDepartment } from '../users/new-accounts.ts'
import type { Issuer } from './issuer.ts'
import { IssuerError } from './issuer-error.ts'
import type { Identity } from './issuer-identity.ts'
import {
  findBySignOn,
  insertForSignOn,
  requireOpenFor,
  requireVerified,
  SignOnDenied,
  type VerifiedIdentity,
} from './sign-on.ts'
import {
  choosesAccount,
  clearSignOnCookie,
  readBegunSignOn,
  readSignOnCookie,
  setChoosesAccount,
  setSignOnCookie,
  signOnSecrets,
} from './sign-on-cookie.ts'
import { findSignOn, insertSignOn, removeSignOn } from './sign-on-store.ts'

/** How long a user may take at the issuer, and then to choose a campus and department. */
const timeAtIssuer = 10 * minutes
const timeForForm = 30 * minutes

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Begins a sign-on in this browser. Returns the issuer's page to go to, or ours with the error. */
export async function beginSignOn(
  deps: Deps,
  issuer: Issuer,
  { next, ...exchange }: Exchange & { next: string | undefined },
): Promise<string> {
  const { request, reply } = exchange
  const target = safeNext(next)
  try {
    return await deps.diskReserve.use(async () => {
      await countOrRefuse(deps, 'sign-ons of', request.ip)
      const token = createToken()
      const chooses = choosesAccount(deps.config, request)
      const address = await issuer.begin(signOnSecrets(token), { choosesAccount: chooses })
      await saveSignOn(deps.db, deps, exchange, { token, next: target, lifetime: timeAtIssuer })
      // Once only: not every issuer has such a page.
      if (chooses) setChoosesAccount(deps.config, reply, false)
      return address
    })
  } catch (error) {
    return errorPage(deps, exchange, error, target)
  }
}

/**
 * Signs in the user whom the issuer has sent back, or stores a newcomer's identity for the page that asks for campus
 * and department. Returns the page to go to.
 */
export async function finishSignOn(deps: Deps, issuer: Issuer, exchange: Exchange): Promise<string> {
  const { request } = exchange
  let signOn: Row<'signOns'> | undefined
  let identity: Identity | undefined
  try {
    const { token, query } = readReturn(deps, request)
    const identify = async () => {
      identity ??= await issuer.finish(query, signOnSecrets(token))
      return identity
    }
    // On a full disk `reserve` runs this twice: keep what can be fetched only once, here and from the issuer.
    return await deps.diskReserve.use(async () => {
      signOn ??= await consumeSignOn(deps, exchange, token)
      return (await completeSignOn(deps, exchange, signOn, identify)) ?? signOn.next
    })
  } catch (error) {
    return errorPage(deps, exchange, error, signOn?.next ?? '/')
  }
}

function readReturn({ config }: Deps, request: FastifyRequest) {
  const query = new URL(request.url, config.appUrl).search.slice(1)
  // Someone else's link must not use up a sign-on that this browser has begun.
  const token = readBegunSignOn(config, request, new URLSearchParams(query).get('state') ?? '')
  if (!token) throw new SignOnDenied('expired')
  return { token, query }
}

/** Returns null if the user is signed in, or else the page where a newcomer completes their account. */
async function completeSignOn(
  deps: Deps,
  exchange: Exchange,
  signOn: Row<'signOns'>,
  identify: () => Promise<Identity>,
): Promise<string | null> {
  const { request } = exchange
  const outcome = await recordingFailures(deps, request, async () => {
    const identity = await identify()
    return deps.db.transaction().execute(async tx => {
      const user = await findBySignOn(tx, deps, identity, { request })
      if (user) return { setCookie: await begin(tx, deps, exchange, user, identity) }
      return { page: await saveIdentity(tx, deps, exchange, requireVerified(deps, identity), signOn) }
    })
  })
  outcome.setCookie?.()
  return outcome.page ?? null
}

/** The newcomer who came from the issuer in this browser and has no account yet. */
export async function findNewcomer(deps: Deps, request: FastifyRequest): Promise<VerifiedIdentity> {
  const token = readSignOnCookie(deps.config, request)
  const found = token && (await findSignOn(deps.db, { ...keyOf(deps, token), isKnown: true }))
  if (!found) throw expired()
  return readIdentity(found)
}

/** Creates a newcomer's account and signs them in. */
export async function createAccount(
  deps: Deps,
  places: { campusCode: string; department: string },
  exchange: Exchange,
): Promise<Row<'users'>> {
  const { config, db } = deps
  const { request, reply } = exchange
  const token = readSignOnCookie(config, request)
  if (!token) throw expired()
  await requireCampusAndDepartment(db, places)
  const { user, setCookie } = await db.transaction().execute(async tx => {
    const found = await findSignOn(tx, { ...keyOf(deps, token), isKnown: true })
    if (!found || !(await removeSignOn(tx, found.tokenHash))) throw expired()
    const identity = readIdentity(found)
    const made = await insertForSignOn(tx, deps, { identity, places, by: { request } })
    return { user: made, setCookie: await begin(tx, deps, exchange, made, identity) }
  })
  clearSignOnCookie(config, reply)
  setCookie()
  return user
}

const begin = (tx: Db, deps: Deps, exchange: Exchange, user: Row<'users'>, { endSessionUrl }: Identity) =>
  startSession(tx, deps, { ...exchange, userId: user.id, endSessionUrl })

async function saveIdentity(
  tx: Db,
  deps: Deps,
  exchange: Exchange,
  identity: VerifiedIdentity,
  { next }: Row<'signOns'>,
): Promise<string> {
  await requireOpenFor(tx, deps, identity.email)
  await saveSignOn(tx, deps, exchange, { token: createToken(), next, identity, lifetime: timeForForm })
  return next === '/' ? '/finish-account' : `/finish-account?next=${encodeURIComponent(next)}`
}

async function saveSignOn(
  db: Db,
  { config, now }: Deps,
  exchange: Exchange,
  signOn: { token: string; next: string; identity?: VerifiedIdentity; lifetime: number },
): Promise<void> {
  const { token, next, identity, lifetime } = signOn
  await insertSignOn(db, {
    tokenHash: hashToken(token),
    next,
    identity: identity ? JSON.stringify(identity) : null,
    expiresAt: timestampAfter(now(), lifetime),
  })
  setSignOnCookie(config, exchange, { token, isKnown: identity !== undefined, lifetime })
}

/** Uses up the sign-on that this browser has begun. */
async function consumeSignOn(deps: Deps, { reply }: Exchange, token: string): Promise<Row<'signOns'>> {
  const found = await findSignOn(deps.db, { ...keyOf(deps, token), isKnown: false })
  if (!found || !(await removeSignOn(deps.db, found.tokenHash))) throw new SignOnDenied('expired')
  clearSignOnCookie(deps.config, reply, signOnSecrets(token).state)
  return found
}

const keyOf = ({ now }: Deps, token: string) => ({ tokenHash: hashToken(token), now: now().toISOString() })

const readIdentity = ({ identity }: Row<'signOns'>) => JSON.parse(identity ?? '') as VerifiedIdentity

/** Errors that are recorded in the audit log. */
const recorded = new Set<SignOnError>(['refused', 'expired', 'no-email', 'unverified-email', 'linked'])

/**
 * Records failures. A network has to wait only after a hundred responses that someone may have forged, and only for
 * single sign-on: what the issuer or our settings are to blame for happens to everyone in the office at once.
 */
async function recordingFailures<T>(deps: Deps, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  await refuseIfExceeded(deps, 'forged sign-ons of', request.ip)
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
        await countAttempt({ ...deps, db }, 'forged sign-ons of', request.ip)
    })
    throw error
  }
}

/** The sign-in page with the reason. Unexpected errors are logged and shown as `trouble`. */
function errorPage({ config }: Deps, { request, reply }: Exchange, error: unknown, next: string): string {
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

const expired = () => new HttpError(410, signOnExpired, { expired: true })
