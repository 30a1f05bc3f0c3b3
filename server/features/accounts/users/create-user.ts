import type { NewUserForm } from '#contract/users.ts'
import { accountDomainMessage } from '#domain/email-domains.ts'
import { mayAdd } from '#domain/ranks.ts'
import { type By, recordAudit } from '#server/audit/record-audit.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden } from '#server/http/errors.ts'
import { insertWithFreeUsername } from '../registration/register-user.ts'
import { emailTaken, requireAllowedEmail } from '../registration/require-allowed-email.ts'
import { auditedFields } from './audited-fields.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import { requireCampusAndDepartment } from './require-campus-and-department.ts'

/** Creates an account that is already verified: the administrator vouches for the address. */
export async function createUser(
  deps: Deps,
  { password, role = 'user', ...form }: NewUserForm,
  by: By,
): Promise<Row<'users'>> {
  if (!mayAdd(by.viewer, role)) throw forbidden('Only a super-user can set a role')
  await requireAllowedEmail(deps.db, deps, form.email, accountDomainMessage)
  await requireCampusAndDepartment(deps.db, form)
  const passwordHash = await hashPassword(password)
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    // Hashing takes a while: check under lock that the administrator still has their rights.
    await lockActorAndTarget(tx, by.viewer, by.viewer.id)
    const user = await insertWithFreeUsername(tx, {
      ...form,
      passwordHash,
      role,
      isVerified: true,
      createdAt: time,
    })
    if (!user) throw emailTaken()
    const details = { id: user.id, after: auditedFields(user) }
    await recordAudit(tx, { action: 'USER_CREATED', details, by, time })
    return user
  })
}
