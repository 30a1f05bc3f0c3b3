import type { User } from '#contract/people.ts'
import { isAdmin, isSuperUser } from '#domain/roles.ts'
import { findUser } from '#server/data/users-store.ts'
import { readDietsColumn } from '#server/database/checks.ts'
import type { Db, Row } from '#server/database/schema.ts'
import { cardImageUrl } from '#server/images/image-url.ts'

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
  const row = await findUser(db, id)
  return row ? presentUser(row) : null
}
