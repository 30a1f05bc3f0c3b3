import type { FastifyInstance } from 'fastify'
import type { By } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { rankOf } from '#kit/rules/roles.ts'
import { hours } from '#kit/rules/units.ts'
import { find, insert, list, remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  createToken,
  listAllTokens,
  listTokens,
  maxTokens,
  type NewAccessToken,
  removeAnyToken,
  removeToken,
  type TokenForm,
} from '../../tokens-contract.ts'
import { tokenPrefix } from '../sessions/resolve-viewer.ts'
import { lockViewer } from '../sessions/session.ts'
import { lockActorAndTarget } from '../users/lock-actor-and-target.ts'
import { hashToken, createToken as randomToken } from './tokens.ts'

/** Creating one sends an email. */
const newTokens: RequestLimit = { key: 'access tokens of', max: 30, milliseconds: hours }

export function tokensApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, listTokens, async ({ viewer }) =>
    (await list(db, 'accessTokens', { userId: viewer.id }, { order: ['-id'] })).map(present),
  )

  serve(app, createToken, async call => addAccessToken(deps, call.body, call))

  serve(app, removeToken, async call =>
    write(deps, call, async ({ tx, audit }) => {
      const [removed] = await remove(tx, 'accessTokens', { id: call.params.id, userId: call.viewer.id })
      if (!removed) throw tokenNotFound()
      await audit('TOKEN_REVOKED', { id: removed.id, name: removed.name })
    }),
  )

  serve(app, listAllTokens, async ({ viewer, query: { userId } }) => {
    const tokens = await list(db, 'accessTokens', userId === undefined ? {} : { userId }, { order: ['-id'] })
    const owners = await list(db, 'users', { id: [...new Set(tokens.map(token => token.userId))] })
    const ownerOf = new Map(owners.map(owner => [owner.id, owner]))
    return tokens.flatMap(token => {
      const owner = ownerOf.get(token.userId)
      if (!owner || rankOf(owner) > rankOf(viewer)) return []
      const { id, firstName, lastName, email } = owner
      return [{ ...present(token), user: { id, firstName, lastName, email } }]
    })
  })

  serve(app, removeAnyToken, async call =>
    write(deps, call, async ({ tx, audit }) => {
      const found = await find(tx, 'accessTokens', { id: call.params.id })
      if (!found) throw tokenNotFound()
      const { id, name } = found
      const { actor, target } = await lockActorAndTarget(tx, call.viewer, found.userId)
      if (rankOf(target) > rankOf(actor)) throw forbidden('You are not allowed to revoke this token')
      const [removed] = await remove(tx, 'accessTokens', { id, userId: target.id })
      if (!removed) throw tokenNotFound()
      await audit('TOKEN_REVOKED', { id, name, userId: target.id, email: target.email })
    }),
  )
}

/** Creates a token for the viewer, and mails them that it exists. Only its hash is stored. */
export async function addAccessToken(deps: Deps, form: TokenForm, by: By): Promise<NewAccessToken> {
  const { name, expiresAt, readOnly } = form
  requireValidExpiry(expiresAt, deps.now())
  await countOrRefuse(deps, newTokens, by.viewer.id)
  const token = tokenPrefix + randomToken()
  const row = await write(deps, by, async ({ tx, time, audit }) => {
    const owner = await lockViewer(tx, by.viewer)
    if ((await list(tx, 'accessTokens', { userId: owner.id })).length >= maxTokens)
      throw conflict(`You can have at most ${maxTokens} access tokens. Revoke one to create another.`)
    const userId = owner.id
    const tokenHash = hashToken(token)
    const added = await insert(tx, 'accessTokens', {
      ...form,
      userId,
      tokenHash,
      createdAt: time,
      lastUsedAt: null,
    })
    await queueMail(tx, deps, { kind: 'token-created', to: owner, names: [name] })
    await audit('TOKEN_CREATED', { id: added.id, name, expiresAt, readOnly })
    return added
  })
  return { ...present(row), token }
}

// By the date, because a form asks for one.
function requireValidExpiry(expiresAt: string, now: Date): void {
  const inAYear = new Date(now)
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
  if (expiresAt <= now.toISOString()) throw invalid('expiresAt', 'The token must expire in the future')
  if (expiresAt.slice(0, 10) > inAYear.toISOString().slice(0, 10))
    throw invalid('expiresAt', 'A token can be valid for at most a year')
}

const tokenNotFound = () => notFound('Access token not found')

const present = ({
  id,
  name,
  readOnly,
  createdAt,
  expiresAt,
  lastUsedAt,
}: Row<'accessTokens'>): Omit<NewAccessToken, 'token'> => ({
  id,
  name,
  readOnly,
  createdAt,
  expiresAt,
  lastUsedAt,
})
