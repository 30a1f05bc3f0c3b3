import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { wrongCredentials } from '../../sessions-contract.ts'
import { findByPassword } from '../password/find-by-password.ts'
import { requirePasswordSignIn } from '../password/password-sign-in.ts'
import { hashPassword, isOutdated } from '../password/passwords.ts'
import { requireMaySignIn } from '../users/account-state.ts'
import { replacePasswordHash } from '../users/users-store.ts'
import { startSession } from './start-session.ts'

type SignIn = {
  credentials: { email: string; password: string }
  request: FastifyRequest
  reply: FastifyReply
}

/** Checks the password first: only a user who knows it learns that the account is disabled or unverified. */
export async function signIn(deps: Deps, { credentials, request, reply }: SignIn): Promise<Row<'users'>> {
  await requirePasswordSignIn(deps, credentials.email)
  const user = await findByPassword(deps, request, credentials)
  if (!user) throw wrong()
  requireMaySignIn(user)

  const { passwordHash: from } = user
  const to = isOutdated(from) ? await hashPassword(credentials.password) : from
  const setCookie = await deps.db.transaction().execute(async tx => {
    // Even without a new hash, this locks the row: a password that was changed in the meantime cannot sign in.
    if (!(await replacePasswordHash(tx, user.id, { from, to }))) throw wrong()
    return startSession(tx, deps, { request, reply, userId: user.id })
  })
  setCookie()
  return user
}

const wrong = () => new HttpError(401, wrongCredentials, { code: 'wrong_credentials' })
