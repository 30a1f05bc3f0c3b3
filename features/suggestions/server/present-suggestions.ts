import { possibleDuplicates } from '#features/restaurants/duplicates.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { AdminSuggestion, Suggestion } from '../contract.ts'
import type { NamedSuggestion, SuggestionWithPeople } from './suggestions-store.ts'

export function presentSuggestion(row: NamedSuggestion): Suggestion {
  const { id, kind, state, campusCode, name, address, text, reply, createdAt, updatedAt } = row
  const { restaurantId, restaurantName, restaurantAddress } = row
  const restaurant =
    restaurantId !== null && restaurantName !== null && restaurantAddress !== null
      ? { id: restaurantId, name: restaurantName, address: restaurantAddress }
      : null
  return { id, kind, state, restaurant, campusCode, name, address, text, reply, createdAt, updatedAt }
}

/** An administrator can't compare more of them at a glance. */
const maxDuplicates = 5

/** Suggestions as administrators see them, in the order of the rows. */
export async function presentForAdmins(db: Db, rows: SuggestionWithPeople[]): Promise<AdminSuggestion[]> {
  const campusCodes = rows.flatMap(row => (isRequest(row) && row.campusCode) || [])
  const places = Map.groupBy(await listPlaces(db, [...new Set(campusCodes)]), place => place.campusCode)
  return rows.map(row => {
    const { userId, firstName, lastName, email, answeredBy, adminFirstName, adminLastName } = row
    const requested = { name: row.name ?? '', address: row.address ?? '' }
    const doubles = isRequest(row)
      ? possibleDuplicates(requested, places.get(row.campusCode ?? '') ?? [])
      : []
    return {
      ...presentSuggestion(row),
      sender: { id: userId, firstName, lastName, email },
      answeredBy:
        answeredBy === null
          ? null
          : { id: answeredBy, firstName: adminFirstName ?? '', lastName: adminLastName ?? '' },
      doubles: doubles
        .slice(0, maxDuplicates)
        .map(({ id, name, address, disabled }) => ({ id, name, address, disabled })),
    }
  })
}

const isRequest = ({ kind, state }: SuggestionWithPeople) => kind === 'restaurant' && state === 'open'
