import type { FastifyReply, FastifyRequest } from 'fastify'
import { wrongCredentials } from '#contract/sessions.ts'
import { requireMaySignIn } from '#server/auth/account-state.ts'
import { findByPassword } from '#server/auth/find-by-password.ts'
import { requirePasswordSignIn } from '#server/auth/password-sign-in.ts'
import { hashPassword, isOutdated } from '#server/auth/passwords.ts'
import { startSession } from '#server/auth/start-session.ts'
import { replacePasswordHash } from '#server/data/users-store.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/http/errors.ts'

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
