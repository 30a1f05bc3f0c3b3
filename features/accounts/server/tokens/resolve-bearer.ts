import type { FastifyRequest } from 'fastify'
import { minutes } from '#kit/rules/units.ts'
import { workIfAvailable } from '#kit/server/database/locks.ts'
import { change } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import type { TokenRights } from '#kit/server/http/viewer.ts'
import { isDisabled } from '../users/account-state.ts'
import { hashToken } from './tokens.ts'

/** Begins every access token, so that people and scanners of secrets recognize one. */
export const tokenPrefix = 'ct_'

const touchAfter = 5 * minutes

/** As many as wrong passwords. A valid token is never rejected, because no one can guess one. */
const wrongTokens: RequestLimit = { key: 'wrong access tokens of', max: 100, milliseconds: 10 * minutes }

type TokenUser = { user: Row<'users'>; ownVersion: number; token: TokenRights }

/** The user of the access token that a request carries; null if it carries none. Throws 401 for a wrong one. */
export async function resolveBearer(deps: Deps, request: FastifyRequest): Promise<TokenUser | null> {
  const { db, now } = deps
  const { authorization = '' } = request.headers
  // Anything else after it, or nothing, is a wrong token.
  if (!/^Bearer( |$)/i.test(authorization)) return null
  const token = authorization.slice('Bearer'.length).trim()
  const found = token.startsWith(tokenPrefix) ? await findWithUser(db, hashToken(token)) : undefined
  const time = now().toISOString()
  if (!found || found.expiresAt <= time || isDisabled(found)) {
    await countOrRefuse(deps, wrongTokens, request.ip)
    throw invalidToken()
  }
  const { tokenId, readOnly, expiresAt: _, lastUsedAt, ownVersion, ...user } = found
  if (lastUsedAt === null || now().getTime() - Date.parse(lastUsedAt) > touchAfter)
    // As with sessions, reads must not fail or wait because nothing can be written.
    await workIfAvailable(db, async tx => {
      await change(tx, 'accessTokens', { id: tokenId }, { lastUsedAt: time })
    })
  return { user, ownVersion: ownVersion ?? 0, token: { id: tokenId, readOnly } }
}

const findWithUser = (db: Db, tokenHash: string) =>
  db
    .selectFrom('accessTokens')
    .innerJoin('users', 'users.id', 'accessTokens.userId')
    .leftJoin('ownerVersions', 'ownerVersions.userId', 'accessTokens.userId')
    .selectAll('users')
    .select([
      'accessTokens.id as tokenId',
      'accessTokens.readOnly',
      'accessTokens.expiresAt',
      'accessTokens.lastUsedAt',
      'ownerVersions.version as ownVersion',
    ])
    .where('accessTokens.tokenHash', '=', tokenHash)
    .executeTakeFirst()

const invalidToken = () =>
  new HttpError(401, 'The access token is wrong, ended or expired', {
    code: 'invalid_token',
    authenticate: 'Bearer error="invalid_token"',
  })
