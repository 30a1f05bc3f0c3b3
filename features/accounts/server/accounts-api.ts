import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { rejectTokens } from '#kit/server/http/token-rights.ts'
import { requireSelf } from '#kit/server/http/viewer.ts'
import {
  changePassword as changePasswordCall,
  confirmPasswordReset,
  deleteAccount as deleteAccountCall,
  downloadOwnData,
  register,
  requestPasswordReset,
  resendVerification,
  updateProfile as updateProfileCall,
  verifyEmail,
} from '../contract.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword } from './password/reset-password.ts'
import { registerUser } from './registration/register-user.ts'
import { requestMail } from './registration/request-mail.ts'
import { verifyAddress } from './registration/verify-email.ts'
import { clearBrowserData } from './sessions/session-cookie.ts'
import { deleteAccount } from './users/delete-accounts.ts'
import { writeOwnData } from './users/own-data.ts'
import { presentUser, readUser } from './users/present-user.ts'
import { updateProfile } from './users/update-profile.ts'

export function accountsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, register, async ({ body, request }) => presentUser(await registerUser(deps, body, request.ip)))

  serve(app, verifyEmail, async ({ query }) => {
    await verifyAddress(deps, query.token)
    return { message: 'Your email address is verified. You can sign in now.' }
  })

  serve(app, resendVerification, async ({ body, request }) => {
    await requestMail(deps, { kind: 'verification', email: body.email, ip: request.ip })
    return { message: 'If an account with this email is waiting for verification, a new link is on its way.' }
  })

  serve(app, requestPasswordReset, async ({ body, request }) => {
    await requestMail(deps, { kind: 'password-reset', email: body.email, ip: request.ip })
    return { message: 'If there is an account with this email, a link for a new password is on its way.' }
  })

  serve(app, confirmPasswordReset, async ({ body }) => {
    await resetPassword(deps, body)
    return { message: 'Your password is set. You can sign in with it now.' }
  })

  serve(
    app,
    updateProfileCall,
    async ({ params, body, viewer, request }) => {
      requireSelf(viewer, params.id)
      if (body.email !== viewer.email) rejectTokens(viewer)
      return presentUser(await updateProfile(deps, { user: viewer, form: body, ip: request.ip }))
    },
    { readStored: async ({ viewer }) => readUser(deps.db, viewer.id) },
  )

  serve(app, downloadOwnData, async ({ params, viewer, reply }) => {
    requireSelf(viewer, params.id)
    reply.headers({
      'content-disposition': 'attachment; filename="common-table-data.json"',
      'cache-control': 'no-store',
    })
    return writeOwnData(deps, viewer.id)
  })

  serve(app, changePasswordCall, async ({ params, body, viewer, request, reply }) => {
    requireSelf(viewer, params.id)
    await changePassword(deps, { viewer, body, request, reply })
    return { message: 'Password changed' }
  })

  serve(app, deleteAccountCall, async ({ params, body, viewer, reply }) => {
    requireSelf(viewer, params.id)
    await deleteAccount(deps, viewer, body.email)
    clearBrowserData(deps.config, reply)
  })
}
