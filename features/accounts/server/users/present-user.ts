import { cardImageUrl } from '#features/images/server/image-url.ts'
import { isAdmin, isSuperUser } from '#kit/rules/roles.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { User } from '../../people-contract.ts'

/** An account as the API shows it. */
export function presentUser(row: Omit<Row<'users'>, 'passwordHash'>): User {
  const { imageHash, ...user } = row
  return {
    ...user,
    diets: readDietsColumn(row.diets),
    profileImageUrl: cardImageUrl(imageHash),
    isAdmin: isAdmin(row),
    isSuperUser: isSuperUser(row),
  }
}

export async function readUser(db: Db, id: number): Promise<User | null> {
  const row = await find(db, 'users', { id })
  return row ? presentUser(row) : null
}
