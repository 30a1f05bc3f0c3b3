import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { accountDomainMessage } from '#kit/rules/addresses/email-domains.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden } from '#kit/server/http/errors.ts'
import { mayAdd } from '../../ranks.ts'
import type { NewUserForm } from '../../users-contract.ts'
import { hashPassword } from '../password/passwords.ts'
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
