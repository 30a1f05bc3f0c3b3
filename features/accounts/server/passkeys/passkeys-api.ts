import type { FastifyInstance, FastifyRequest } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { hours, minutes } from '#kit/rules/units.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import { change, find, insert, list, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, HttpError, invalid, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { passkeyName } from '../../device-name.ts'
import {
  addPasskey,
  addPasskeyOptions,
  listPasskeys,
  maxPasskeys,
  type PasskeyProof,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../../passkeys-contract.ts'
import { findByPassword, requirePasswordSignIn } from '../password/password-sign-in.ts'
import { throttled } from '../password/sign-in-throttle.ts'
import { lockViewer, startSession } from '../sessions/session.ts'
import { hashToken } from '../tokens/tokens.ts'
import { requireMaySignIn } from '../users/account-state.ts'
import { presentUser } from '../users/present-user.ts'
import { checkNewPasskey, checkProof, optionsForNewPasskey, optionsForPasskey } from './webauthn.ts'

const proofLifetime = 10 * minutes

/** Every view of the sign-in page requests a challenge, which is a row, and a whole campus shares one network. */
const passkeyChallenges: RequestLimit = {
  key: 'passkey challenges of',
  max: 1_000,
  milliseconds: 10 * minutes,
}
/** Each change sends an email. Removing is never rejected, because there are only so many passkeys to remove. */
const passkeyChanges: RequestLimit = { key: 'passkey changes of', max: 30, milliseconds: hours }

export function passkeysApi(app: FastifyInstance, deps: Deps): void {
  const { db, diskReserve, now } = deps

  serve(app, listPasskeys, async ({ viewer }) => listPasskeysOf(db, viewer.id))

  serve(app, addPasskeyOptions, async call => {
    const { viewer } = call
    await requireProof(call)
    await countOrRefuse(deps, passkeyChanges, viewer.id)
    const known = await listPasskeysOf(db, viewer.id)
    requireRoom(known)
    return optionsForNewPasskey(deps, viewer, known)
  })

  /** The viewer must have proved their identity in the last ten minutes. */
  async function requireProof({ viewer, body, request }: Call<typeof addPasskeyOptions>): Promise<void> {
    const { password, passkey: proof } = body
    const { email, sessionHash: tokenHash } = viewer
    // With HTTP Basic, every request carries the password.
    if (tokenHash === null) return
    if (password !== undefined) {
      await requirePasswordSignIn(deps, email)
      const found = await findByPassword(deps, request, { email, password })
      if (found?.id !== viewer.id) throw invalid('password', 'Password is incorrect')
    } else if (proof) {
      const proved = await requirePasskey(deps, request, proof, 400)
      if (proved.owner.id !== viewer.id) throw notAccepted(400)
      await recordPasskeyUse(db, proved, now().toISOString(), 400)
    } else {
      const session = await find(db, 'sessions', { tokenHash })
      const last = session && (session.provedAt ?? session.createdAt)
      // The absolute difference, so that setting the clock back doesn't extend a proof.
      if (last === undefined || Math.abs(now().getTime() - Date.parse(last)) > proofLifetime)
        throw needsProof()
      return
    }
    await change(db, 'sessions', { tokenHash }, { provedAt: now().toISOString() })
  }

  // The viewer's device has created it.
  serve(app, addPasskey, async call => {
    const { viewer, body, request } = call
    const made = await checkNewPasskey(deps, viewer.id, body)
    if (!made) throw new HttpError(400, 'This passkey could not be added. Please try again.')
    const { authenticatorAttachment: attachment, response } = body
    const device = { attachment, transports: response.transports }
    const adding = write(deps, call, async ({ tx, time: createdAt }) => {
      const owner = await lockViewer(tx, viewer)
      const before = await listPasskeysOf(tx, owner.id)
      requireRoom(before)
      const userAgent = request.headers['user-agent'] ?? ''
      const taken = before.map(passkey => passkey.name)
      const name = passkeyName(userAgent, device, taken)
      const added = { ...made, userId: owner.id, name, createdAt, lastUsedAt: null }
      const row = await insert(tx, 'passkeys', added)
      await queueMail(tx, deps, { kind: 'passkey-added', to: owner, names: [name] })
      return row
    })
    return adding.catch(error => {
      throw isUniqueViolation(error) ? conflict('This passkey is already in use.') : error
    })
  })

  serve(app, renamePasskey, async call => {
    await countOrRefuse(deps, passkeyChanges, call.viewer.id)
    return write(deps, call, async ({ tx }) => {
      const { name } = call.body
      const owner = await lockViewer(tx, call.viewer)
      const own = { id: call.params.id, userId: owner.id }
      const passkey = await find(tx, 'passkeys', own)
      if (!passkey) throw unknownPasskey()
      if (passkey.name === name) return passkey
      const [after = passkey] = await change(tx, 'passkeys', own, { name })
      await queueMail(tx, deps, { kind: 'passkey-renamed', to: owner, names: [name, passkey.name] })
      return after
    })
  })

  serve(app, removePasskey, async call =>
    write(deps, call, async ({ tx }) => {
      const owner = await lockViewer(tx, call.viewer)
      const [removed] = await remove(tx, 'passkeys', { id: call.params.id, userId: owner.id })
      if (!removed) throw unknownPasskey()
      await queueMail(tx, deps, { kind: 'passkey-removed', to: owner, names: [removed.name] })
    }),
  )

  serve(app, passkeySignInOptions, async ({ request }) =>
    diskReserve.use(async () => {
      await countOrRefuse(deps, passkeyChallenges, request.ip)
      return optionsForPasskey(deps)
    }),
  )

  const signIn = async (call: Call<typeof signInByPasskey>) => {
    const { body, request, reply } = call
    const proved = await requirePasskey(deps, request, body, 401)
    requireMaySignIn(proved.owner)
    const setCookie = await write(deps, call, async ({ tx, time }) => {
      await recordPasskeyUse(tx, proved, time, 401)
      return startSession(tx, deps, { request, reply, userId: proved.owner.id })
    })
    setCookie()
    return presentUser(proved.owner)
  }
  serve(app, signInByPasskey, async call => diskReserve.use(() => signIn(call)))
}

type ProvedPasskey = { passkey: Row<'passkeys'>; owner: Row<'users'>; counter: number }

/**
 * The passkey that the caller has proved to hold. Throws with this status if there is none. Failures are counted like
 * wrong passwords and recorded in the audit log. The owner may still be disabled or unverified. Save the new counter
 * with `recordPasskeyUse`.
 */
async function requirePasskey(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  proof: PasskeyProof,
  status: 400 | 401,
): Promise<ProvedPasskey> {
  const { db } = deps
  const found = await findPasskey(db, proof.id)
  // An unknown passkey is counted on its own, like an unknown address.
  const email = found?.owner.email ?? `passkey ${hashToken(proof.id)}`
  const details = { email: found?.owner.email ?? null, passkey: found?.passkey.name ?? 'unknown' }
  const proved = await throttled(deps, { email, request, details }, async () => {
    const counter = found ? await checkProof(deps, found.passkey, proof) : null
    return found && counter !== null ? { ...found, counter } : null
  })
  if (proved) return proved
  throw notAccepted(status, { unknown: !(await findPasskey(db, proof.id)) })
}

/** A passkey with its owner, by the authenticator's id for it. */
async function findPasskey(db: Db, credentialId: string) {
  const passkey = await find(db, 'passkeys', { credentialId })
  const owner = passkey && (await find(db, 'users', { id: passkey.userId }))
  return owner && { passkey, owner }
}

/** Records a use. Throws if the passkey was removed or used with an equal or higher counter in the meantime. */
async function recordPasskeyUse(
  db: Db,
  { passkey, counter }: ProvedPasskey,
  time: string,
  status: 400 | 401,
): Promise<void> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: time })
    .where('id', '=', passkey.id)
    .where(eb => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('id')
    .executeTakeFirst()
  if (!used) throw notAccepted(status)
}

const notAccepted = (status: 400 | 401, fields: { unknown?: boolean } = {}) =>
  new HttpError(status, 'This passkey was not accepted. It may have been removed here.', {
    ...(status === 401 && { code: 'wrong_credentials' as const }),
    ...fields,
  })

/** A user's passkeys, oldest first. */
const listPasskeysOf = (db: Db, userId: number): Promise<Row<'passkeys'>[]> =>
  list(db, 'passkeys', { userId }, { order: ['id'] })

function requireRoom(passkeys: readonly Row<'passkeys'>[]): void {
  if (passkeys.length >= maxPasskeys)
    throw conflict(`You can have at most ${maxPasskeys} passkeys. Remove one to add another.`)
}

const needsProof = () =>
  new HttpError(403, 'Please enter your password to add a passkey.', {
    code: 'proof_needed',
    needsProof: true,
  })
const unknownPasskey = () => notFound('Passkey not found')
