import type { Selectable } from 'kysely'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import type { Role } from '#kit/rules/roles.ts'
import { insert as insertRow } from '#kit/server/database/rows.ts'
import type { Database, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { rowsOf, type TableWithId } from '#tests/support/databases/rows.ts'

export const testPassword = 'correct horse'

/** Creates users and restaurants for tests, with simple defaults. */
export function peopleOf({ db, now }: Deps) {
  let count = 0

  async function user(fields: Partial<Row<'users'>> = {}): Promise<Row<'users'>> {
    count += 1
    return insertRow(db, 'users', {
      firstName: 'Robin',
      lastName: `Sample${count}`,
      username: `robin.sample${count}`,
      email: `robin.sample${count}@example.org`,
      passwordHash: await testPasswordHash(),
      campusCode: 'arden',
      department: 'Worship',
      role: 'user',
      imageHash: null,
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: false,
      createdAt: now().toISOString(),
      ...fields,
    })
  }

  const withRole =
    (role: Role) =>
    (fields: Partial<Row<'users'>> = {}) =>
      user({ role, ...fields })

  async function restaurant(fields: Partial<Row<'restaurants'>> = {}): Promise<Row<'restaurants'>> {
    count += 1
    const time = now().toISOString()
    return insertRow(db, 'restaurants', {
      name: `Sample Kitchen ${count}`,
      address: `${count} Sample Street, Arden, NC`,
      campusCode: 'arden',
      price: '$$',
      hours: '11 AM - 9 PM',
      travelTime: 5,
      distance: 2.5,
      createdAt: time,
      updatedAt: time,
      ...fields,
    })
  }

  const { insert, idOf } = rowsOf({ db, now })
  return {
    /** Insert a row without the API; columns that aren't given say the least. `idOf` returns its id. */
    insert,
    idOf,
    user,
    admin: withRole('admin'),
    superUser: withRole('super-user'),
    primary: () =>
      db.selectFrom('users').selectAll().where('isPrimaryAdmin', '=', true).executeTakeFirstOrThrow(),
    restaurant,
    campus: (code = 'arden') =>
      db.selectFrom('campuses').selectAll().where('code', '=', code).executeTakeFirstOrThrow(),
    /** The present row of this item. */
    row: <T extends TableWithId>(table: T, { id }: { id: number }) =>
      db
        .selectFrom(table as 'users')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow() as Promise<unknown> as Promise<Selectable<Database[T]>>,
  }
}

let sharedHash: Promise<string> | undefined
const testPasswordHash = () => {
  sharedHash ??= hashPassword(testPassword)
  return sharedHash
}
