import { peopleOf } from '#features/audit/server/people.ts'
import { possibleDuplicates } from '#features/restaurants/duplicates.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { notFound } from '#kit/server/http/errors.ts'
import type { AdminSuggestion, Suggestion } from '../contract.ts'

type Named = Row<'suggestions'> & { restaurantName: string | null; restaurantAddress: string | null }
type Sent = Named & { firstName: string; lastName: string; email: string }

/** With the current name and address of their restaurants; null without one. */
export const namedSuggestions = (db: Db) =>
  db
    .selectFrom('suggestions')
    .leftJoin('restaurants', 'restaurants.id', 'suggestions.restaurantId')
    .selectAll('suggestions')
    .select(['restaurants.name as restaurantName', 'restaurants.address as restaurantAddress'])

/** With the names of their senders. */
export const sentSuggestions = (db: Db) =>
  namedSuggestions(db)
    .innerJoin('users as sender', 'sender.id', 'suggestions.userId')
    .select(['sender.firstName', 'sender.lastName', 'sender.email'])

export function presentSuggestion(row: Named): Suggestion {
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
export async function presentForAdmins(db: Db, rows: Sent[]): Promise<AdminSuggestion[]> {
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

const isRequest = ({ kind, state }: Sent) => kind === 'restaurant' && state === 'open'

export async function readForAdmins(db: Db, id: number): Promise<AdminSuggestion> {
  const [shown] = await presentForAdmins(db, [await requireSuggestion(db, id)])
  if (!shown) throw suggestionNotFound()
  return shown
}

export async function requireSuggestion(db: Db, id: number): Promise<Sent> {
  const row = await sentSuggestions(db).where('suggestions.id', '=', id).executeTakeFirst()
  if (!row) throw suggestionNotFound()
  return row
}

export const suggestionNotFound = () => notFound('This was not found. Its sender’s account may be gone.')
