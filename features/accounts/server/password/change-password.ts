import type { FastifyReply, FastifyRequest } from 'fastify'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { removeSession, removeSessionsOfUser } from '../sessions/sessions-store.ts'
import { startSession } from '../sessions/start-session.ts'
import { removeTokensOfUser } from '../tokens/mail-tokens-store.ts'
import { replacePasswordHash } from '../users/users-store.ts'
import { findByPassword } from './find-by-password.ts'
import { hashPassword } from './passwords.ts'
import { forgetSignInFailures } from './sign-in-throttle.ts'

type PasswordChange = {
  viewer: Viewer
  body: { currentPassword: string; newPassword: string }
  request: FastifyRequest
  reply: FastifyReply
}

/** Changes the viewer's password. Ends all their sessions and replaces the one of this request. */
export async function changePassword(
  deps: Deps,
  { viewer, body, request, reply }: PasswordChange,
): Promise<void> {
  const credentials = { email: viewer.email, password: body.currentPassword }
  const user = await findByPassword(deps, request, credentials)
  if (!user) throw wrongPassword()
  const to = await hashPassword(body.newPassword)
  const setCookie = await deps.db.transaction().execute(async tx => {
    if (!(await replacePasswordHash(tx, user.id, { from: user.passwordHash, to }))) throw wrongPassword()
    await forgetSignInFailures(tx, user.email)
    const { sessionHash } = viewer
    await removeSessionsOfUser(tx, user.id, sessionHash)
    // The new session keeps the issuer's end-session URL, so signing out still ends the session there.
    const endSessionUrl = sessionHash && (await removeSession(tx, sessionHash))
    await removeTokensOfUser(tx, user.id, 'password-reset')
    await queueMail(tx, deps, { kind: 'password-changed', to: user })
    if (sessionHash === null) return null
    return startSession(tx, deps, { request, reply, userId: user.id, endSessionUrl })
  })
  setCookie?.()
}

const wrongPassword = () => invalid('currentPassword', 'Current password is incorrect')
