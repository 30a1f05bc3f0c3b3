import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { mailsOfNetwork } from '#features/mail/server/mail-limits.ts'
import { lockSettingsForReading, readRegistrationEnabled } from '#features/settings/server/settings-store.ts'
import { hours } from '#kit/rules/units.ts'
import { change, find } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, HttpError } from '#kit/server/http/errors.ts'
import {
  countAttempt,
  countOrRefuse,
  type RequestLimit,
  refuseIfExceeded,
} from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { register, registrationDisabled, resendVerification, verifyEmail } from '../../contract.ts'
import { noPasswords } from '../../oidc-contract.ts'
import { hashPassword } from '../password/passwords.ts'
import { queueLinkMail, requestLinkMail } from '../tokens/mail-links.ts'
import { hashToken } from '../tokens/tokens.ts'
import {
  emailTaken,
  insertWithFreeUsername,
  requireAllowedEmail,
  requireCampusAndDepartment,
} from '../users/new-accounts.ts'
import { presentUser } from '../users/present-user.ts'

/** Registration reveals that an address is taken; trying many of them looks like searching for accounts. */
const takenAddresses: RequestLimit = { key: 'taken addresses', max: 25, milliseconds: hours }

export function registrationApi(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps

  // Creates an unverified account and mails its verification link. Starts no session.
  serve(app, register, async call => {
    const { password, username, ...form } = call.body
    const { email } = form
    const { ip } = call.request
    if (!config.passwordSignIn) throw forbidden(noPasswords, 'passwords_off')
    await requireOpenRegistration(db)
    await requireAllowedEmail(db, deps, email)
    await requireCampusAndDepartment(db, form)
    // Before hashing, because only a limited number of passwords can be hashed at the same time.
    await refuseIfExceeded(deps, takenAddresses, ip)
    await refuseIfExceeded(deps, mailsOfNetwork, ip)
    const passwordHash = await hashPassword(password)
    if (await find(db, 'users', { email })) throw await taken(ip)
    await countOrRefuse(deps, mailsOfNetwork, ip)
    const user = await write(deps, call, async ({ tx, time }) => {
      // Locked, so that no account is created once registration is closed.
      await lockSettingsForReading(tx)
      await requireOpenRegistration(tx)
      const account = { ...form, passwordHash, isVerified: false, canLogin: true, createdAt: time }
      const row = await insertWithFreeUsername(tx, { ...account, role: 'user' }, username)
      if (row) await queueLinkMail(tx, deps, { kind: 'verification', email: row.email })
      return row
    })
    if (!user) throw await taken(ip)
    return presentUser(user)
  })

  async function taken(ip: string): Promise<HttpError> {
    await countAttempt(deps, takenAddresses, ip)
    return emailTaken()
  }

  // A second visit also succeeds but changes nothing.
  serve(app, verifyEmail, async call => {
    const tokenHash = hashToken(call.query.token)
    await write(deps, call, async ({ tx, time }) => {
      const found = await find(tx, 'mailTokens', { tokenHash, purpose: 'verification' })
      const user = found && (await find(tx, 'users', { id: found.userId }))
      // A link to a previous address proves nothing about the current one.
      if (!user || user.email !== found.email) throw invalidLink()
      if (found.expiresAt <= time) throw expiredLink()
      const [used] = await change(tx, 'mailTokens', { tokenHash, usedAt: null }, { usedAt: time })
      if (used) await change(tx, 'users', { id: user.id }, { isVerified: true })
    })
    return { message: 'Your email address is verified. You can sign in now.' }
  })

  serve(app, resendVerification, async ({ body, request }) => {
    await requestLinkMail(deps, { kind: 'verification', email: body.email, ip: request.ip })
    return { message: 'If an account with this email is waiting for verification, a new link is on its way.' }
  })
}

async function requireOpenRegistration(db: Db): Promise<void> {
  if (await readRegistrationEnabled(db)) return
  throw forbidden(registrationDisabled, 'registration_disabled')
}

const invalidLink = () =>
  new HttpError(400, 'This verification link is not valid. Please request a new verification email.')

const expiredLink = () =>
  new HttpError(410, 'This verification link has expired. Please request a new verification email.', {
    expired: true,
  })
