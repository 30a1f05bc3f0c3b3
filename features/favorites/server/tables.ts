import { Id } from '#kit/contract/fields.ts'
import { Time } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const favoriteTables = {
  /** No foreign key on the restaurant: favorites outlive it until their owners remove them. */
  favorites: table({ userId: Id, restaurantId: Id, createdAt: Time }, { version: 'owner' }),
}
