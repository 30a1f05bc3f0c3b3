import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#features/audit/server/record-audit.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { PasskeyProof } from '../../passkeys-contract.ts'
import { throttled } from '../password/sign-in-throttle.ts'
import { hashToken } from '../tokens/tokens.ts'
import { checkProof } from './webauthn.ts'

type ProvedPasskey = { passkey: Row<'passkeys'>; owner: Row<'users'>; counter: number }

/**
 * The passkey that the caller has proved to hold. Throws with this status if there is none. Failures are counted like
 * wrong passwords and recorded in the audit log. The owner may still be disabled or unverified. Save the new counter
 * with `recordPasskeyUse`.
 */
export async function requirePasskey(
  deps: Deps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  proof: PasskeyProof,
  status: 400 | 401,
): Promise<ProvedPasskey> {
  const { db, now } = deps
  const found = await findPasskey(db, proof.id)
  // An unknown passkey is counted on its own, like an unknown address.
  const email = found?.owner.email ?? `passkey ${hashToken(proof.id)}`
  const check = async () => {
    const counter = found ? await checkProof(deps, found.passkey, proof) : null
    return found && counter !== null ? { ...found, counter } : null
  }
  const details = { email: found?.owner.email ?? null, passkey: found?.passkey.name ?? 'unknown' }
  const by = { viewer: null, request }
  const proved = await throttled(deps, { email, ip: request.ip }, check, async tx =>
    recordAudit(tx, { action: 'SIGN_IN_FAILED', details, by, time: now().toISOString() }),
  )
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
export async function recordPasskeyUse(
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

export const notAccepted = (status: 400 | 401, fields: { unknown?: boolean } = {}) =>
  new HttpError(status, 'This passkey was not accepted. It may have been removed here.', {
    ...(status === 401 && { code: 'wrong_credentials' as const }),
    ...fields,
  })
