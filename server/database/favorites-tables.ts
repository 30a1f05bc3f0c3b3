import { Id } from '#contract/fields.ts'
import { Time } from './checks.ts'
import { table } from './table.ts'

export const favoriteTables = {
  /** No foreign key on the restaurant: favorites outlive it until their owners remove them. */
  favorites: table({ userId: Id, restaurantId: Id, createdAt: Time }, { version: 'owner' }),
}
