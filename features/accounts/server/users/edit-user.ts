import * as z from 'zod/mini'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import type { By } from '#features/audit/server/record-audit.ts'
import { type Write, write } from '#features/audit/server/write.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { accountDomainMessage } from '#kit/rules/addresses/email-domains.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { change, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, rejectOutdated } from '#kit/server/http/errors.ts'
import { rejectTokens } from '#kit/server/http/viewer.ts'
import { Account } from '../../people-contract.ts'
import { type AccountField, accountFields, mayChange } from '../../ranks.ts'
import type { UserChanges, updateUser } from '../../users-contract.ts'
import { hashPassword } from '../password/passwords.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { queueLinkMail, removeTokensOfUser } from '../tokens/mail-links.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { rejectTaken, requireAllowedEmail, requireCampusAndDepartment } from './new-accounts.ts'
import { presentUser } from './present-user.ts'
import { removeSessionsOfUser } from './revoke-access.ts'

/** Who may sign in, how and as what: no token changes it, since access could be kept that way. */
const signInFields = new Set<AccountField>(['email', 'password', 'role', 'isVerified', 'canLogin'])

type Edit = { id: number; changes: Body<typeof updateUser>; by: By }

/** Changes an account if the actor's rank allows it. Unchanged fields are ignored, so a form may send all of them. */
export async function editUser(deps: Deps, edit: Edit): Promise<Row<'users'>> {
  const { password } = edit.changes
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return write(deps, edit.by, async work => saveEdit(work, deps, edit, passwordHash)).catch(rejectTaken)
}

async function saveEdit(
  { tx, time, audit }: Write,
  deps: Deps,
  { id, changes, by }: Edit,
  passwordHash: string | undefined,
): Promise<Row<'users'>> {
  const { actor, target: before, requireRemainingSuperUser } = await lockActorAndTarget(tx, by.viewer, id)
  const fields = changedFields(before, changes)
  const forbiddenField = fields.find(field => !mayChange(actor, before, field))
  if (forbiddenField)
    throw forbidden(`You are not allowed to change the ${labels[forbiddenField]} of this account`)
  if (fields.some(field => signInFields.has(field))) rejectTokens(by.viewer)
  if (fields.length === 0) return before
  const message = 'Someone else changed this user in the meantime'
  await rejectOutdated(changes.expectedUpdatedAt, before, message, () =>
    z.parse(Account, presentUser(before)),
  )

  const updatedAt = timestampOfChange(before.updatedAt, time)
  const values = { ...pick(changes, fields), ...(passwordHash && { passwordHash }), updatedAt }
  const requested: Row<'users'> = { ...before, ...values }
  if (requested.email !== before.email)
    await requireAllowedEmail(tx, deps, requested.email, accountDomainMessage)
  if (requested.campusCode !== before.campusCode || requested.department !== before.department)
    await requireCampusAndDepartment(tx, requested)
  requireRemainingSuperUser(requested)
  await change(tx, 'users', { id }, values)
  await deps.followers.accountChanged(tx, before, requested, time)
  await revokeInvalidated(tx, deps, before, requested)
  await audit(fields.join() === 'isVerified' && requested.isVerified ? 'USER_VERIFIED' : 'USER_UPDATED', {
    id,
    email: requested.email,
    ...changesBetween(before, requested, recordedFields),
    ...(passwordHash && { credentials: 'replaced' }),
  })
  return requested
}

const recordedFields = accountFields.filter(field => field !== 'password')

const labels: Record<AccountField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  campusCode: 'campus',
  department: 'department',
  email: 'email address',
  password: 'password',
  isVerified: 'verification',
  canLogin: 'right to sign in',
  role: 'role',
}

function changedFields(before: Row<'users'>, changes: UserChanges): AccountField[] {
  return accountFields.filter(
    field => changes[field] !== undefined && (field === 'password' || changes[field] !== before[field]),
  )
}

function pick(changes: UserChanges, fields: AccountField[]): Partial<Row<'users'>> {
  const { password: _, ...stored } = changes
  return Object.fromEntries(Object.entries(stored).filter(([name]) => fields.some(field => field === name)))
}

/** Ends the sessions, links and locks that the change invalidates, and queues the mails that report it. */
async function revokeInvalidated(
  tx: Db,
  deps: Deps,
  before: Row<'users'>,
  after: Row<'users'>,
): Promise<void> {
  const { id, email } = after
  const hasNewPassword = after.passwordHash !== before.passwordHash
  if (hasNewPassword || email !== before.email || (after.canLogin && !before.canLogin))
    await forgetSignInFailures(tx, email)
  if (hasNewPassword || !after.canLogin) {
    await removeSessionsOfUser(tx, id)
    await remove(tx, 'accessTokens', { userId: id })
  }
  if (hasNewPassword) {
    await remove(tx, 'mailTokens', { userId: id, purpose: 'password-reset' })
    await queueMail(tx, deps, { kind: 'password-changed', to: after })
  }
  if (email === before.email) return
  await removeTokensOfUser(tx, id)
  await queueMail(tx, deps, { kind: 'address-changed', to: { ...after, email: before.email } })
  if (!after.isVerified) await queueLinkMail(tx, deps, { kind: 'verification', email })
}
