import { peopleOf } from '#features/audit/server/people.ts'
import { possibleDuplicates } from '#features/restaurants/duplicates.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { AdminSuggestion, Suggestion } from '../contract.ts'
import type { NamedSuggestion, SuggestionWithSender } from './suggestions-store.ts'

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
export async function presentForAdmins(db: Db, rows: SuggestionWithSender[]): Promise<AdminSuggestion[]> {
  const campusCodes = rows.flatMap(row => (isRequest(row) && row.campusCode) || [])
  const places = Map.groupBy(await listPlaces(db, [...new Set(campusCodes)]), place => place.campusCode)
  const admins = await peopleOf(
    db,
    rows.map(({ answeredBy }) => answeredBy),
  )
  return rows.map(row => {
    const { userId, firstName, lastName, email, answeredBy } = row
    const admin = admins.get(answeredBy)
    const requested = { name: row.name ?? '', address: row.address ?? '' }
    const doubles = isRequest(row)
      ? possibleDuplicates(requested, places.get(row.campusCode ?? '') ?? [])
      : []
    return {
      ...presentSuggestion(row),
      sender: { id: userId, firstName, lastName, email },
      answeredBy: admin ? { id: admin.id, firstName: admin.firstName, lastName: admin.lastName } : null,
      doubles: doubles
        .slice(0, maxDuplicates)
        .map(({ id, name, address, disabled }) => ({ id, name, address, disabled })),
    }
  })
}

const isRequest = ({ kind, state }: SuggestionWithSender) => kind === 'restaurant' && state === 'open'
