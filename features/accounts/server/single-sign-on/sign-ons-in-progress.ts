import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { insert, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { cookieAttributes, cookieName, sessionLimits } from '../sessions/session.ts'
import { hashToken } from '../tokens/tokens.ts'
import type { SignOnSecrets } from './issuer.ts'
import type { VerifiedIdentity } from './issuer-identity.ts'

/*
 * While a user signs in at the issuer, their browser has a cookie that no other browser has, one for each sign-on that
 * it has begun in one of its tabs, named by its state. All secrets of the protocol are derived from it, so that the
 * database holds only its hash. The same goes for a newcomer who then completes their account, with one cookie.
 */

/** How long a user may take at the issuer, and then to choose a campus and department. */
const timeAtIssuer = 10 * minutes
const timeForForm = 30 * minutes

/** How many tabs of a browser may be at the issuer at once. */
const mostBegun = 5

/** The token of the sign-on that this browser has begun with this state. */
export function readBegunSignOn(config: Config, request: FastifyRequest, state: string): string | undefined {
  // The version before had one cookie for both steps.
  const token = request.cookies[nameOf(config, state)] ?? readSignOnCookie(config, request)
  return token && signOnSecrets(token).state === state ? token : undefined
}

/** The token of the newcomer in this browser. */
export function readSignOnCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

type Key = { token: string; isKnown: boolean }

/** The sign-on of a browser, before or after its user's identity is known (`isKnown`); undefined if it has expired. */
export async function findSignOn(
  db: Db,
  { now }: Pick<Deps, 'now'>,
  { token, isKnown }: Key,
): Promise<Row<'signOns'> | undefined> {
  return db
    .selectFrom('signOns')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('identity', isKnown ? 'is not' : 'is', null)
    .where('expiresAt', '>', now().toISOString())
    .executeTakeFirst()
}

/** The same, which is used up by it: undefined also if another request was faster. */
export async function takeSignOn(
  db: Db,
  deps: Pick<Deps, 'now'>,
  key: Key,
): Promise<Row<'signOns'> | undefined> {
  const found = await findSignOn(db, deps, key)
  const [taken] = found ? await remove(db, 'signOns', { tokenHash: found.tokenHash }) : []
  return taken
}

/** Saves a sign-on that begins or, with an identity, one whose newcomer is missing campus and department. */
export async function saveSignOn(
  db: Db,
  { config, now }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { token, next, identity }: { token: string; next: string; identity?: VerifiedIdentity },
): Promise<void> {
  const lifetime = identity ? timeForForm : timeAtIssuer
  await insert(db, 'signOns', {
    tokenHash: hashToken(token),
    next,
    identity: identity ? JSON.stringify(identity) : null,
    expiresAt: timestampAfter(now(), lifetime),
  })
  const name = nameOf(config, identity ? undefined : signOnSecrets(token).state)
  reply.setCookie(name, token, { ...attributesOf(config), maxAge: lifetime / 1000 })
  if (identity) return
  // Browsers send the oldest ones first.
  const begun = Object.keys(request.cookies).filter(each => each.startsWith(nameOf(config, '')))
  for (const old of begun.slice(0, 1 - mostBegun)) reply.clearCookie(old, attributesOf(config))
}

/** Removes the cookie of a begun sign-on, or that of a newcomer. */
export function clearSignOnCookie(config: Config, reply: FastifyReply, state?: string): void {
  reply.clearCookie(nameOf(config, state), attributesOf(config))
}

/** Whether the next sign-on of this browser asks which account to use: the issuer would choose the last one itself. */
export const choosesAccount = (config: Config, request: FastifyRequest): boolean =>
  request.cookies[choiceNameOf(config)] !== undefined

export function setChoosesAccount(config: Config, reply: FastifyReply, chooses: boolean): void {
  if (!chooses) reply.clearCookie(choiceNameOf(config), attributesOf(config))
  else
    reply.setCookie(choiceNameOf(config), 'yes', {
      ...attributesOf(config),
      maxAge: sessionLimits.absolute / 1000,
    })
}

export function signOnSecrets(token: string): SignOnSecrets {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose} ${token}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

const nameOf = (config: Config, state?: string) =>
  cookieName(config, state === undefined ? 'sign-on' : `sign-on-${state.slice(0, 16)}`)
const choiceNameOf = (config: Config) => cookieName(config, 'choose-account')
const attributesOf = (config: Config) => ({ ...cookieAttributes(config), httpOnly: true }) as const
