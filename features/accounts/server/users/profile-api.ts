import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { mailsOfNetwork, requireMayMail } from '#features/mail/server/mail-limits.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { joinDiets } from '#kit/rules/diets.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { change, find, lock } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, invalid, notSignedIn } from '#kit/server/http/errors.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { rejectTokens, requireSelf } from '#kit/server/http/viewer.ts'
import {
  deleteAccount,
  downloadOwnData,
  emailMismatch,
  isShortName,
  shortNames,
  updateProfile,
} from '../../contract.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { clearBrowserData } from '../sessions/session.ts'
import { queueLinkMail, removeTokensOfUser } from '../tokens/mail-links.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { emailTaken, rejectTaken, requireAllowedEmail, requireCampusAndDepartment } from './new-accounts.ts'
import { writeOwnData } from './own-data.ts'
import { presentUser, readUser } from './present-user.ts'
import { removeAccount } from './remove-account.ts'

/** What people do with their own account. */
export function profileApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  const handleUpdate = async (call: Call<typeof updateProfile>) => {
    const { params, viewer, body } = call
    requireSelf(viewer, params.id)
    if (body.email !== viewer.email) rejectTokens(viewer)
    await requireValid(call)
    return presentUser(await saveProfile(call).catch(rejectTaken))
  }
  serve(app, updateProfile, handleUpdate, { readStored: async ({ viewer }) => readUser(db, viewer.id) })

  async function requireValid({ viewer, body, request }: Call<typeof updateProfile>): Promise<void> {
    const current = await find(db, 'users', { id: viewer.id })
    if (!current) throw notSignedIn()
    for (const field of ['firstName', 'lastName'] as const)
      if (body[field] !== current[field] && isShortName(body[field])) throw invalid(field, shortNames[field])
    if (body.campusCode !== current.campusCode || body.department !== current.department)
      await requireCampusAndDepartment(db, body)
    const { email } = body
    if (email === viewer.email) return
    await requireAllowedEmail(db, deps, email)
    await countOrRefuse(deps, mailsOfNetwork, request.ip)
    // Before counting the mail: a taken address's owner gets none now, and must not miss one later.
    if (await find(db, 'users', { email })) throw emailTaken()
    await requireMayMail(deps, 'verification', email)
  }

  /** A new address must be verified, and the old one is notified. */
  const saveProfile = async (call: Call<typeof updateProfile>) =>
    write(deps, call, async ({ tx, time }) => {
      const { diets, ...fields } = call.body
      const { id } = call.viewer
      const [before] = await lock(tx, 'users', { id })
      if (!before) throw notSignedIn()
      const isMoved = fields.email !== before.email
      const values = {
        ...fields,
        ...(diets && { diets: joinDiets(diets) }),
        ...(isMoved && { isVerified: false }),
        updatedAt: timestampOfChange(before.updatedAt, time),
      }
      const [after = before] = await change(tx, 'users', { id }, values)
      await deps.followers.accountChanged(tx, before, after, time)
      if (isMoved) {
        await removeTokensOfUser(tx, id)
        await forgetSignInFailures(tx, after.email)
        await queueLinkMail(tx, deps, { kind: 'verification', email: after.email })
        await queueMail(tx, deps, { kind: 'address-changed', to: before })
      }
      return after
    })

  serve(app, downloadOwnData, async ({ params, viewer, reply }) => {
    requireSelf(viewer, params.id)
    reply.headers({
      'content-disposition': 'attachment; filename="common-table-data.json"',
      'cache-control': 'no-store',
    })
    return writeOwnData(deps, viewer.id)
  })

  serve(app, deleteAccount, async call => {
    const { params, body, viewer, reply } = call
    requireSelf(viewer, params.id)
    if (viewer.isPrimaryAdmin) throw forbidden('Cannot delete the primary admin account')
    // Typing it is the confirmation.
    if (body.email !== viewer.email) throw invalid('email', emailMismatch)
    await write(deps, call, async ({ tx, time }) => {
      const { target, requireRemainingSuperUser } = await lockActorAndTarget(tx, viewer, viewer.id)
      requireRemainingSuperUser(null)
      await removeAccount(tx, deps, target, time)
    })
    clearBrowserData(deps.config, reply)
  })
}
