import type { FastifyInstance } from 'fastify'
import type { By } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { readCampusNames } from '#features/campuses/server/campuses-store.ts'
import { requireMayMail } from '#features/mail/server/mail-limits.ts'
import { accountDomainMessage } from '#kit/rules/addresses/email-domains.ts'
import { rankOf } from '#kit/rules/roles.ts'
import { sortedBy } from '#kit/rules/sorted-by.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { find, list, remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden } from '#kit/server/http/errors.ts'
import { pageOf } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import { mayAdd, mayChange, mayDelete } from '../../ranks.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  type NewUserForm,
  removeSignOnLink,
  resendUserVerification,
  updateUser,
  type userSortKeys,
} from '../../users-contract.ts'
import { hashPassword } from '../password/passwords.ts'
import { queueLinkMail } from '../tokens/mail-links.ts'
import { userNotFound } from './account-state.ts'
import { editUser } from './edit-user.ts'
import { lockActorAndTarget } from './lock-actor-and-target.ts'
import {
  emailTaken,
  insertWithFreeUsername,
  requireAllowedEmail,
  requireCampusAndDepartment,
} from './new-accounts.ts'
import { presentUser, readUser } from './present-user.ts'
import { removeAccount } from './remove-account.ts'
import { removeSessionsOfUser } from './revoke-access.ts'

/** What administrators do with accounts, as far as their rank allows it. */
export function usersApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, listUsers, async ({ query, reply }) => {
    const { sort = 'name', order = 'asc', verified, ...page } = query
    const campusNames = await readCampusNames(db)
    const chosen = (await list(db, 'users', {}, { order: ['id'] })).filter(
      row => verified === undefined || String(row.isVerified) === verified,
    )
    const rows = sortedBy(sortedBy(chosen, 'asc', fullName), order, row => sortKeys[sort](row, campusNames))
    const found = pageOf(reply, rows, page, row => [
      fullName(row),
      row.email,
      row.campusCode,
      campusNames.get(row.campusCode) ?? null,
      row.department,
    ])
    return found.map(presentUser)
  })

  serve(app, getUser, async ({ params }) => {
    const user = await readUser(db, params.id)
    if (!user) throw userNotFound()
    return user
  })

  serve(app, createUser, async call => presentUser(await addUser(deps, call.body, call)))

  serve(
    app,
    updateUser,
    async call => presentUser(await editUser(deps, { id: call.params.id, changes: call.body, by: call })),
    { readStored: async ({ params }) => readUser(db, params.id) },
  )

  serve(app, deleteUser, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      const { actor, target, requireRemainingSuperUser } = await lockActorAndTarget(tx, call.viewer, id)
      if (target.isPrimaryAdmin) throw forbidden('Cannot delete the primary admin account')
      if (!mayDelete(actor, target)) throw forbidden('You are not allowed to delete this account')
      requireRemainingSuperUser(null)
      await removeAccount(tx, deps, target, time)
      await audit('USER_DELETED', { id, before: auditedFields(target) })
    }),
  )

  // Another link invalidates the older one.
  serve(app, resendUserVerification, async call => {
    const { id } = call.params
    const user = await find(db, 'users', { id })
    if (!user) throw userNotFound()
    const { email } = user
    if (!mayChange(call.viewer, user, 'isVerified'))
      throw forbidden('You are not allowed to verify this account')
    if (user.isVerified) throw conflict('This email address is already verified')
    await requireMayMail(deps, 'verification', email)
    await write(deps, call, async ({ tx, audit }) => {
      await queueLinkMail(tx, deps, { kind: 'verification', email })
      await audit('USER_VERIFICATION_RESENT', { id, email })
    })
    return { message: `A new verification link is on its way to ${email}` }
  })

  // For when the issuer gave the owner another subject, or the wrong person was linked. So the sessions end, too, except
  // if administrators do it to themselves.
  serve(app, removeSignOnLink, async call =>
    write(deps, call, async ({ tx, audit }) => {
      const { id } = call.params
      const { actor, target } = await lockActorAndTarget(tx, call.viewer, id)
      if (!mayChange(actor, target, 'email'))
        throw forbidden('You are not allowed to change how this account signs in')
      if ((await remove(tx, 'issuerLinks', { userId: id })).length === 0)
        throw conflict('This account has no link to an account of your organization')
      if (actor.id !== id) await removeSessionsOfUser(tx, id)
      const { email } = target
      await audit('SIGN_ON_UNLINKED', { id, email })
      return { message: `The next sign-on with the verified address ${email} links this account again` }
    }),
  )
}

/** Creates an account that is already verified: the administrator vouches for the address. */
export async function addUser(
  deps: Deps,
  { password, role = 'user', ...form }: NewUserForm,
  by: By,
): Promise<Row<'users'>> {
  if (!mayAdd(by.viewer, role)) throw forbidden('Only a super-user can set a role')
  await requireAllowedEmail(deps.db, deps, form.email, accountDomainMessage)
  await requireCampusAndDepartment(deps.db, form)
  const passwordHash = await hashPassword(password)
  return write(deps, by, async ({ tx, time, audit }) => {
    // Hashing takes a while: check under lock that the administrator still has their rights.
    await lockActorAndTarget(tx, by.viewer, by.viewer.id)
    const account = { ...form, passwordHash, role, isVerified: true, createdAt: time }
    const user = await insertWithFreeUsername(tx, account)
    if (!user) throw emailTaken()
    await audit('USER_CREATED', { id: user.id, after: auditedFields(user) })
    return user
  })
}

/** The fields of an account that the audit log records. */
function auditedFields({
  username,
  email,
  firstName,
  lastName,
  campusCode,
  department,
  role,
  canLogin,
  isVerified,
}: Row<'users'>) {
  return { username, email, firstName, lastName, campusCode, department, role, canLogin, isVerified }
}

const sortKeys: Record<
  (typeof userSortKeys)[number],
  (row: Row<'users'>, campusNames: ReadonlyMap<string, string>) => string | number
> = {
  name: fullName,
  email: row => row.email,
  campusCode: (row, campusNames) => campusNames.get(row.campusCode) ?? row.campusCode,
  department: row => row.department,
  role: rankOf,
  createdAt: row => row.createdAt,
}
