import type { FastifyReply, FastifyRequest } from 'fastify'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { passkeyName } from '#kit/rules/addresses/device-name.ts'
import { minutes } from '#kit/rules/units.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, HttpError, invalid, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { maxPasskeys, type NewPasskey, type PasskeyProof } from '../../passkeys-contract.ts'
import { findByPassword } from '../password/find-by-password.ts'
import { requirePasswordSignIn } from '../password/password-sign-in.ts'
import { lockViewer } from '../sessions/lock-viewer.ts'
import { findLastProof, recordProof } from '../sessions/sessions-store.ts'
import { startSession } from '../sessions/start-session.ts'
import { requireMaySignIn } from '../users/account-state.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeysOf,
  recordPasskeyUse,
  removePasskeyRow,
  renamePasskeyRow,
} from './passkeys-store.ts'
import { checkNewPasskey, findByPasskey, optionsForNewPasskey } from './webauthn.ts'

/** Signs in by a passkey, as `signIn` does by a password. */
export async function signInWithPasskey(
  deps: Deps,
  { proof, request, reply }: { proof: PasskeyProof; request: FastifyRequest; reply: FastifyReply },
): Promise<Row<'users'>> {
  const found = await findByPasskey(deps, request, proof)
  if (!found) throw await notFoundBy(deps, 401, proof)
  const { owner, passkey, counter } = found
  requireMaySignIn(owner)
  const setCookie = await deps.db.transaction().execute(async tx => {
    // A passkey that was removed or used in the meantime cannot sign in.
    if (!(await recordPasskeyUse(tx, passkey.id, { counter, time: deps.now().toISOString() })))
      throw notAccepted(401)
    return startSession(tx, deps, { request, reply, userId: owner.id })
  })
  setCookie()
  return owner
}

type Proofs = { password?: string; passkey?: PasskeyProof }

/** The browser's options for a new passkey. The viewer must have proved their identity in the last ten minutes. */
export async function preparePasskey(
  deps: Deps,
  { viewer, body, request }: { viewer: Viewer; body: Proofs; request: FastifyRequest },
) {
  await requireProof(deps, viewer, body, request)
  await countOrRefuse(deps, 'passkey changes of', viewer.id)
  const known = await listPasskeysOf(deps.db, viewer.id)
  requireRoom(known)
  return optionsForNewPasskey(deps, viewer, known)
}

const proofLifetime = 10 * minutes

async function requireProof(
  deps: Deps,
  viewer: Viewer,
  { password, passkey }: Proofs,
  request: FastifyRequest,
) {
  const { db, now } = deps
  // With HTTP Basic, every request carries the password.
  if (viewer.sessionHash === null) return
  if (password !== undefined) {
    await requirePasswordSignIn(deps, viewer.email)
    const found = await findByPassword(deps, request, { email: viewer.email, password })
    if (found?.id !== viewer.id) throw invalid('password', 'Password is incorrect')
  } else if (passkey) {
    const found = await findByPasskey(deps, request, passkey)
    if (!found) throw await notFoundBy(deps, 400, passkey)
    if (found.owner.id !== viewer.id) throw notAccepted(400)
    const { counter } = found
    if (!(await recordPasskeyUse(db, found.passkey.id, { counter, time: now().toISOString() })))
      throw notAccepted(400)
  } else {
    const last = await findLastProof(db, viewer.sessionHash)
    // The absolute difference, so that setting the clock back doesn't extend a proof.
    if (last === undefined || Math.abs(now().getTime() - Date.parse(last)) > proofLifetime) throw needsProof()
    return
  }
  await recordProof(db, viewer.sessionHash, now().toISOString())
}

/** Adds the passkey that the viewer's device has created, and names it after the device. */
export async function addPasskey(
  deps: Deps,
  { viewer, body, request }: { viewer: Viewer; body: NewPasskey; request: FastifyRequest },
): Promise<Row<'passkeys'>> {
  const made = await checkNewPasskey(deps, viewer.id, body)
  if (!made) throw new HttpError(400, 'This passkey could not be added. Please try again.')
  const { authenticatorAttachment: attachment, response } = body
  try {
    return await changePasskeys(deps, viewer, async (tx, before) => {
      requireRoom(before)
      const name = passkeyName(
        request.headers['user-agent'] ?? '',
        { attachment, transports: response.transports },
        before.map(passkey => passkey.name),
      )
      const createdAt = deps.now().toISOString()
      const row = await insertPasskey(tx, { ...made, userId: viewer.id, name, createdAt, lastUsedAt: null })
      return { result: row, kind: 'passkey-added', names: [name] }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('This passkey is already in use.')
    throw error
  }
}

/** Renames one of the viewer's own passkeys. */
export async function renamePasskey(
  deps: Deps,
  viewer: Viewer,
  { id, name }: { id: number; name: string },
): Promise<Row<'passkeys'>> {
  await countOrRefuse(deps, 'passkey changes of', viewer.id)
  return changePasskeys(deps, viewer, async (tx, before) => {
    const passkey = before.find(each => each.id === id)
    if (!passkey) throw unknownPasskey()
    if (passkey.name === name) return { result: passkey }
    const result = (await renamePasskeyRow(tx, { id, userId: viewer.id, name })) ?? passkey
    return { result, kind: 'passkey-renamed', names: [name, passkey.name] }
  })
}

/** Removes one of the viewer's own passkeys. */
export async function removePasskey(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await changePasskeys(deps, viewer, async tx => {
    const removed = await removePasskeyRow(tx, { id, userId: viewer.id })
    if (!removed) throw unknownPasskey()
    return { result: undefined, kind: 'passkey-removed', names: [removed.name] }
  })
}

type Change<T> = {
  result: T
  /** The mail to send about the change; absent if nothing changed. */
  kind?: 'passkey-added' | 'passkey-renamed' | 'passkey-removed'
  names?: string[]
}

/** Changes the viewer's passkeys, one change at a time, and mails the viewer about it. */
async function changePasskeys<T>(
  deps: Deps,
  viewer: Viewer,
  change: (tx: Db, before: Row<'passkeys'>[]) => Promise<Change<T>>,
): Promise<T> {
  return deps.db.transaction().execute(async tx => {
    const owner = await lockViewer(tx, viewer)
    const { result, kind, names } = await change(tx, await listPasskeysOf(tx, owner.id))
    if (kind) await queueMail(tx, deps, { kind, to: owner, names })
    return result
  })
}

function requireRoom(passkeys: readonly Row<'passkeys'>[]): void {
  if (passkeys.length >= maxPasskeys)
    throw conflict(`You can have at most ${maxPasskeys} passkeys. Remove one to add another.`)
}

const needsProof = () =>
  new HttpError(403, 'Please enter your password to add a passkey.', {
    code: 'proof_needed',
    needsProof: true,
  })
const notAccepted = (status: 400 | 401, fields: { unknown?: boolean } = {}) =>
  new HttpError(status, 'This passkey was not accepted. It may have been removed here.', {
    ...(status === 401 && { code: 'wrong_credentials' as const }),
    ...fields,
  })
const notFoundBy = async ({ db }: Pick<Deps, 'db'>, status: 400 | 401, { id }: PasskeyProof) =>
  notAccepted(status, { unknown: !(await findPasskey(db, id)) })
const unknownPasskey = () => notFound('Passkey not found')
