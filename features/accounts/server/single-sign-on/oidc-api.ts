import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { lockSettingsForReading, readAllowedDomains } from '#features/settings/server/settings-store.ts'
import { domainMessage } from '#kit/rules/addresses/email-domains.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, HttpError, invalid, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { registrationDisabled } from '../../contract.ts'
import {
  createSignOnAccount,
  finishSignOn,
  getSignOnAccount,
  noIssuer,
  signOnExpired,
  startSignOn,
} from '../../oidc-contract.ts'
import { safeNext } from '../../safe-next.ts'
import { unusablePasswordHash } from '../password/passwords.ts'
import { startSession } from '../sessions/session.ts'
import { createToken } from '../tokens/tokens.ts'
import { insertWithFreeUsername, requireCampusAndDepartment } from '../users/new-accounts.ts'
import { presentUser } from '../users/present-user.ts'
import type { Identity, VerifiedIdentity } from './issuer-identity.ts'
import {
  errorPage,
  findBySignOn,
  link,
  recordingFailures,
  requireOpenFor,
  requireVerified,
  SignOnDenied,
} from './sign-on.ts'
import {
  choosesAccount,
  clearSignOnCookie,
  findSignOn,
  readBegunSignOn,
  readSignOnCookie,
  saveSignOn,
  setChoosesAccount,
  signOnSecrets,
  takeSignOn,
} from './sign-ons-in-progress.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Each sign-on costs a request to the issuer and a row. A whole campus may sign in on one morning. */
const signOns: RequestLimit = { key: 'sign-ons of', max: 300, milliseconds: 10 * minutes }

export function oidcApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, diskReserve } = deps

  // Goes to the issuer's page, or to ours with the error.
  serve(app, startSignOn, async ({ query, request, reply }) => {
    const issuer = requireIssuer(deps)
    const exchange = { request, reply }
    const next = safeNext(query.next)
    const begin = async () => {
      await countOrRefuse(deps, signOns, request.ip)
      const token = createToken()
      const chooses = choosesAccount(config, request)
      const address = await issuer.begin(signOnSecrets(token), { choosesAccount: chooses })
      await saveSignOn(db, deps, exchange, { token, next })
      // Once only: not every issuer has such a page.
      if (chooses) setChoosesAccount(config, reply, false)
      return address
    }
    const address = await diskReserve.use(begin).catch(error => errorPage(deps, exchange, error, next))
    reply.header('location', address)
  })

  // Signs in the user whom the issuer has sent back, or stores a newcomer's identity for the page that asks for campus
  // and department.
  serve(app, finishSignOn, async ({ request, reply }) => {
    const issuer = requireIssuer(deps)
    const exchange = { request, reply }
    let signOn: Row<'signOns'> | undefined
    let identity: Identity | undefined
    const finish = async () => {
      const { token, query } = readReturn(request)
      // On a full disk `use` runs this twice: keep what can be fetched only once, here and from the issuer.
      return diskReserve.use(async () => {
        signOn ??= await takeBegun(reply, token)
        const { next } = signOn
        return recordingFailures(deps, request, async () => {
          identity ??= await issuer.finish(query, signOnSecrets(token))
          return completeSignOn(exchange, identity, next)
        })
      })
    }
    const address = await finish().catch(error => errorPage(deps, exchange, error, signOn?.next ?? '/'))
    reply.header('location', address)
  })

  function readReturn(request: FastifyRequest) {
    const query = new URL(request.url, config.appUrl).search.slice(1)
    // Someone else's link must not use up a sign-on that this browser has begun.
    const token = readBegunSignOn(config, request, new URLSearchParams(query).get('state') ?? '')
    if (!token) throw new SignOnDenied('expired')
    return { token, query }
  }

  async function takeBegun(reply: FastifyReply, token: string): Promise<Row<'signOns'>> {
    const taken = await takeSignOn(db, deps, { token, isKnown: false })
    if (!taken) throw new SignOnDenied('expired')
    clearSignOnCookie(config, reply, signOnSecrets(token).state)
    return taken
  }

  /** Returns the page to go to. */
  async function completeSignOn(exchange: Exchange, identity: Identity, next: string): Promise<string> {
    const { setCookie, page } = await db.transaction().execute(async tx => {
      const user = await findBySignOn(tx, deps, identity, exchange)
      if (user) return { setCookie: await begin(tx, exchange, user, identity), page: next }
      const verified = requireVerified(deps, identity)
      await requireOpenFor(tx, deps, verified.email)
      await saveSignOn(tx, deps, exchange, { token: createToken(), next, identity: verified })
      const finishPage = '/finish-account'
      return { page: next === '/' ? finishPage : `${finishPage}?next=${encodeURIComponent(next)}` }
    })
    setCookie?.()
    return page
  }

  const begin = (tx: Db, { request, reply }: Exchange, { id: userId }: Row<'users'>, identity: Identity) =>
    startSession(tx, deps, { request, reply, userId, endSessionUrl: identity.endSessionUrl })

  // Of the newcomer who came from the issuer in this browser and has no account yet.
  serve(app, getSignOnAccount, async ({ request }) => {
    const token = readSignOnCookie(config, request)
    const found = token && (await findSignOn(db, deps, { token, isKnown: true }))
    if (!found) throw expired()
    const { firstName, lastName, email } = readIdentity(found)
    return { firstName, lastName, email }
  })

  // A verified, ordinary user without a password, who is signed in.
  serve(app, createSignOnAccount, async call => {
    const { body: places, request, reply } = call
    const token = readSignOnCookie(config, request)
    if (!token) throw expired()
    await requireCampusAndDepartment(db, places)
    const creating = write(deps, call, async ({ tx, time }) => {
      const taken = await takeSignOn(tx, deps, { token, isKnown: true })
      if (!taken) throw expired()
      // Locked, so that no account is created once registration is closed.
      await lockSettingsForReading(tx)
      const identity = readIdentity(taken)
      const { firstName, lastName, email } = identity
      await requireOpenFor(tx, deps, email)
      const user = await insertWithFreeUsername(tx, {
        firstName,
        lastName,
        email,
        ...places,
        passwordHash: unusablePasswordHash(),
        role: 'user',
        isVerified: true,
        canLogin: true,
        createdAt: time,
      })
      // The account was created in another way in the meantime: signing in again finds and links it.
      if (!user) throw new SignOnDenied('expired')
      await link(tx, deps, user, identity, { request })
      return { user, setCookie: await begin(tx, call, user, identity) }
    })
    const { user, setCookie } = await creating.catch(async error => {
      throw error instanceof SignOnDenied ? await toHttpError(deps, error) : error
    })
    clearSignOnCookie(config, reply)
    setCookie()
    return presentUser(user)
  })
}

function requireIssuer({ issuer }: Deps) {
  if (!issuer) throw notFound(noIssuer)
  return issuer
}

const readIdentity = ({ identity }: Row<'signOns'>) => JSON.parse(identity ?? '') as VerifiedIdentity

/** The error if an account can no longer be created: something has changed since its owner came from the issuer. */
async function toHttpError({ db, config }: Deps, { code }: SignOnDenied) {
  if (code === 'registration-disabled') return forbidden(registrationDisabled, 'registration_disabled')
  if (code === 'domain')
    return invalid('email', domainMessage(await readAllowedDomains(db, config.orgEmailDomain)))
  return conflict('An account with this email was created in the meantime. Please sign in again.')
}

const expired = () => new HttpError(410, signOnExpired, { expired: true })
