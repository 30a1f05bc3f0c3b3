import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { change, find, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError, invalid } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { requireSelf } from '#kit/server/http/viewer.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '../../contract.ts'
import { startSession } from '../sessions/session.ts'
import { requestLinkMail } from '../tokens/mail-links.ts'
import { hashToken } from '../tokens/tokens.ts'
import { removeSessionsOfUser, replacePassword } from '../users/revoke-access.ts'
import { findByPassword, requirePasswordSignIn } from './password-sign-in.ts'
import { hashPassword } from './passwords.ts'
import { forgetSignInFailures } from './sign-in-throttle.ts'

export function passwordApi(app: FastifyInstance, deps: Deps): void {
  // Ends all sessions of the viewer and replaces the one of this request.
  serve(app, changePassword, async call => {
    const { params, body, viewer, request, reply } = call
    requireSelf(viewer, params.id)
    const credentials = { email: viewer.email, password: body.currentPassword }
    const user = await findByPassword(deps, request, credentials)
    if (!user) throw wrongPassword()
    const { id, email, passwordHash: from } = user
    const to = await hashPassword(body.newPassword)
    const setCookie = await write(deps, call, async ({ tx }) => {
      // One that was changed in the meantime is wrong now.
      const [changed] = await change(tx, 'users', { id, passwordHash: from }, { passwordHash: to })
      if (!changed) throw wrongPassword()
      await forgetSignInFailures(tx, email)
      const { sessionHash } = viewer
      await removeSessionsOfUser(tx, id, sessionHash)
      const [ended] = sessionHash === null ? [] : await remove(tx, 'sessions', { tokenHash: sessionHash })
      await remove(tx, 'mailTokens', { userId: id, purpose: 'password-reset' })
      await queueMail(tx, deps, { kind: 'password-changed', to: user })
      if (sessionHash === null) return null
      // The new session keeps the issuer's end-session URL, so signing out still ends the session there.
      return startSession(tx, deps, { request, reply, userId: id, endSessionUrl: ended?.endSessionUrl })
    })
    setCookie?.()
    return { message: 'Password changed' }
  })

  serve(app, requestPasswordReset, async ({ body: { email }, request }) => {
    await requirePasswordSignIn(deps, email)
    await requestLinkMail(deps, { kind: 'password-reset', email, ip: request.ip })
    return { message: 'If there is an account with this email, a link for a new password is on its way.' }
  })

  // Also verifies the address.
  serve(app, confirmPasswordReset, async call => {
    const tokenHash = hashToken(call.body.token)
    const { db, now } = deps
    // Check the token before hashing too, so that a made-up one costs nothing.
    await requirePasswordSignIn(deps, (await requireOwner(db, tokenHash, now().toISOString())).email)
    const passwordHash = await hashPassword(call.body.newPassword)
    await write(deps, call, async ({ tx, time }) => {
      const owner = await requireOwner(tx, tokenHash, time)
      const [used] = await change(tx, 'mailTokens', { tokenHash, usedAt: null }, { usedAt: time })
      if (!used) throw invalidLink()
      await replacePassword(tx, owner, passwordHash)
      await queueMail(tx, deps, { kind: 'password-changed', to: owner })
    })
    return { message: 'Your password is set. You can sign in with it now.' }
  })
}

const wrongPassword = () => invalid('currentPassword', 'Current password is incorrect')

async function requireOwner(db: Db, tokenHash: string, time: string): Promise<Row<'users'>> {
  const found = await find(db, 'mailTokens', { tokenHash, purpose: 'password-reset' })
  const user = found && (await find(db, 'users', { id: found.userId }))
  if (!user || user.email !== found.email || found.usedAt !== null) throw invalidLink()
  if (found.expiresAt <= time) throw expiredLink()
  return user
}

const invalidLink = () =>
  new HttpError(
    400,
    'This link for a new password is not valid, or was used already. Please request a new one.',
  )

const expiredLink = () =>
  new HttpError(410, 'This link for a new password has expired. Please request a new one.', { expired: true })
