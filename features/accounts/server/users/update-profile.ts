import { requireMayMail } from '#features/mail/server/mail-limits.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { joinDiets } from '#kit/rules/diets.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid, notSignedIn } from '#kit/server/http/errors.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { isShortName, type Profile, shortNames } from '../../contract.ts'
import { forgetSignInFailures } from '../password/sign-in-throttle.ts'
import { emailTaken, requireAllowedEmail } from '../registration/require-allowed-email.ts'
import { queueLinkMail } from '../tokens/mail-links.ts'
import { removeTokensOfUser } from '../tokens/mail-tokens-store.ts'
import { requireCampusAndDepartment } from './require-campus-and-department.ts'
import { findUser, findUserByEmail, lockUser, updateUser } from './users-store.ts'

/** Updates a user's own profile. A new address must be verified, and the old one is notified. */
export async function updateProfile(
  deps: Deps,
  { user, form, ip }: { user: { id: number; email: string }; form: Profile; ip: string },
): Promise<Row<'users'>> {
  const { db } = deps
  const current = await findUser(db, user.id)
  if (!current) throw notSignedIn()
  for (const field of ['firstName', 'lastName'] as const)
    if (form[field] !== current[field] && isShortName(form[field])) throw invalid(field, shortNames[field])
  if (form.campusCode !== current.campusCode || form.department !== current.department)
    await requireCampusAndDepartment(db, form)
  if (form.email !== user.email) await allowNewAddress(deps, form.email, ip)
  try {
    return await db.transaction().execute(tx => saveProfile(tx, deps, user.id, form))
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

async function allowNewAddress(deps: Deps, email: string, ip: string): Promise<void> {
  await requireAllowedEmail(deps.db, deps, email)
  await countOrRefuse(deps, 'mails of', ip)
  // Before counting the mail: a taken address's owner gets none now, and must not miss one later.
  if (await findUserByEmail(deps.db, email)) throw emailTaken()
  await requireMayMail(deps, 'verification', email)
}

async function saveProfile(tx: Db, deps: Deps, id: number, form: Profile): Promise<Row<'users'>> {
  const { diets, ...fields } = form
  const before = await lockUser(tx, id)
  if (!before) throw notSignedIn()
  await deps.followers.accountMoves(tx, id, { from: before.department, to: form.department })
  const isMoved = form.email !== before.email
  const time = deps.now().toISOString()
  const updatedAt = timestampOfChange(before.updatedAt, time)
  const after = await updateUser(tx, id, {
    ...fields,
    ...(diets && { diets: joinDiets(diets) }),
    ...(isMoved && { isVerified: false }),
    updatedAt,
  })
  if (after) await deps.followers.accountChanged(tx, before, after, time)
  if (isMoved) {
    await removeTokensOfUser(tx, id)
    await forgetSignInFailures(tx, form.email)
    await queueLinkMail(tx, deps, { kind: 'verification', email: form.email })
    await queueMail(tx, deps, { kind: 'address-changed', to: before })
  }
  return after ?? before
}
