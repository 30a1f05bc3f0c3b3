import { maxTokens, type NewAccessToken, type TokenForm } from '#contract/tokens.ts'
import { rankOf } from '#domain/roles.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import { lockViewer } from '#server/auth/lock-viewer.ts'
import { countOrRefuse } from '#server/auth/request-limits.ts'
import { tokenPrefix } from '#server/auth/resolve-bearer.ts'
import { createToken, hashToken } from '#server/auth/tokens.ts'
import {
  findAccessTokenRow,
  insertAccessToken,
  listAccessTokens,
  removeAccessToken,
} from '#server/data/access-tokens-store.ts'
import type { AccessTokenRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'

/** Creates a token for the viewer, and mails them that it exists. Only its hash is stored. */
export async function addAccessToken(deps: Deps, form: TokenForm, by: By): Promise<NewAccessToken> {
  const { db, now } = deps
  requireValidExpiry(form.expiresAt, now())
  await countOrRefuse(deps, 'access tokens of', by.viewer.id)
  const token = tokenPrefix + createToken()
  const row = await db.transaction().execute(async tx => {
    const owner = await lockViewer(tx, by.viewer)
    if ((await listAccessTokens(tx, owner.id)).length >= maxTokens)
      throw conflict(`You can have at most ${maxTokens} access tokens. Revoke one to create another.`)
    const createdAt = now().toISOString()
    const added = await insertAccessToken(tx, {
      ...form,
      userId: owner.id,
      tokenHash: hashToken(token),
      createdAt,
      lastUsedAt: null,
    })
    await queueMail(tx, deps, { kind: 'token-created', to: owner, names: [form.name] })
    const { name, expiresAt, readOnly } = form
    const details = { id: added.id, name, expiresAt, readOnly }
    await recordAudit(tx, { action: 'TOKEN_CREATED', details, by, time: createdAt })
    return added
  })
  return { ...presentToken(row), token }
}

// By the date, because a form asks for one.
function requireValidExpiry(expiresAt: string, now: Date): void {
  const inAYear = new Date(now)
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
  if (expiresAt <= now.toISOString()) throw invalid('expiresAt', 'The token must expire in the future')
  if (expiresAt.slice(0, 10) > inAYear.toISOString().slice(0, 10))
    throw invalid('expiresAt', 'A token can be valid for at most a year')
}

/** Ends one of the viewer's own tokens. */
export async function endOwnToken({ db, now }: Deps, id: number, by: By): Promise<void> {
  await db.transaction().execute(async tx => {
    const removed = await removeAccessToken(tx, { id, userId: by.viewer.id })
    if (!removed) throw tokenNotFound()
    const details = { id, name: removed.name }
    await recordAudit(tx, { action: 'TOKEN_REVOKED', details, by, time: now().toISOString() })
  })
}

/** Ends a user's token, unless the user's rank is higher than the administrator's. */
export async function endAnyToken({ db, now }: Deps, id: number, by: By): Promise<void> {
  await db.transaction().execute(async tx => {
    const found = await findAccessTokenRow(tx, id)
    if (!found) throw tokenNotFound()
    const { actor, target } = await lockActorAndTarget(tx, by.viewer, found.userId)
    if (rankOf(target) > rankOf(actor)) throw forbidden('You are not allowed to revoke this token')
    if (!(await removeAccessToken(tx, { id, userId: target.id }))) throw tokenNotFound()
    const details = { id, name: found.name, userId: target.id, email: target.email }
    await recordAudit(tx, { action: 'TOKEN_REVOKED', details, by, time: now().toISOString() })
  })
}

const tokenNotFound = () => notFound('Access token not found')

export const presentToken = ({
  id,
  name,
  readOnly,
  createdAt,
  expiresAt,
  lastUsedAt,
}: AccessTokenRow): Omit<NewAccessToken, 'token'> => ({
  id,
  name,
  readOnly,
  createdAt,
  expiresAt,
  lastUsedAt,
})
