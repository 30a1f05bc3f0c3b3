import type { FastifyReply, FastifyRequest } from 'fastify'
import { findByPassword } from '#server/auth/find-by-password.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { forgetSignInFailures } from '#server/auth/sign-in-throttle.ts'
import { startSession } from '#server/auth/start-session.ts'
import { removeTokensOfUser } from '#server/data/mail-tokens-store.ts'
import { removeSession, removeSessionsOfUser } from '#server/data/sessions-store.ts'
import { replacePasswordHash } from '#server/data/users-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

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
