import type { FastifyInstance } from 'fastify'
import { readCampusNames } from '#features/campuses/server/campuses-store.ts'
import { rankOf } from '#kit/rules/roles.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { userNotFound } from '#kit/server/http/errors.ts'
import { pageOf } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import { sortedBy } from '#kit/server/http/sorting.ts'
import {
  createUser as createUserCall,
  deleteUser as deleteUserCall,
  getUser,
  listUsers,
  removeSignOnLink,
  resendUserVerification,
  updateUser as updateUserCall,
  type userSortKeys,
} from '../../users-contract.ts'
import { resendVerification } from '../registration/resend-verification.ts'
import { removeLink } from '../single-sign-on/remove-link.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-accounts.ts'
import { editUser } from './edit-user.ts'
import { presentUser, readUser } from './present-user.ts'
import { listUserRows } from './users-store.ts'

export function usersApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, listUsers, async ({ query, reply }) => {
    const { sort = 'name', order = 'asc', verified, ...page } = query
    const campusNames = await readCampusNames(db)
    const chosen = (await listUserRows(db)).filter(
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

  serve(app, createUserCall, async call => presentUser(await createUser(deps, call.body, call)))

  serve(
    app,
    updateUserCall,
    async call => presentUser(await editUser(deps, { id: call.params.id, changes: call.body, by: call })),
    { readStored: async ({ params }) => readUser(db, params.id) },
  )

  serve(app, deleteUserCall, async call => deleteUser(deps, call.params.id, call))

  serve(app, resendUserVerification, async call => {
    const { email } = await resendVerification(deps, call.params.id, call)
    return { message: `A new verification link is on its way to ${email}` }
  })

  serve(app, removeSignOnLink, async call => {
    const { email } = await removeLink(deps, call.params.id, call)
    return { message: `The next sign-on with the verified address ${email} links this account again` }
  })
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
