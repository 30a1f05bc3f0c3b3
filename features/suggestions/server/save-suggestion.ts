import { lockUser } from '#features/accounts/server/users/users-store.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus, restaurantNotFound, tooMany } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { type sendSuggestion, suggestionsPerDay } from '../contract.ts'
import { insertSuggestion, listSuggestionRowsOf, type NamedSuggestion } from './suggestions-store.ts'

type Given = Body<typeof sendSuggestion>
type Content = Pick<Row<'suggestions'>, 'kind' | 'restaurantId' | 'campusCode' | 'name' | 'address' | 'text'>

/** Saves a suggestion; if the same one was sent earlier that day and is still open, returns that one. */
export async function saveSuggestion(
  { db, now, config }: Deps,
  input: Given,
  viewer: Viewer,
): Promise<{ isNew: boolean; row: NamedSuggestion }> {
  const moment = now()
  const today = localDate(moment, config.timeZone)
  const time = moment.toISOString()
  return db.transaction().execute(async tx => {
    // So that a user's suggestions are sent one at a time.
    await lockUser(tx, viewer.id)
    const { content, restaurant } = await contentOf(tx, input, viewer)
    const sent = await listSuggestionRowsOf(tx, viewer.id, startOfDay(today, config.timeZone).toISOString())
    const isSame = (row: Content) => fields.every(field => row[field] === content[field])
    const same = sent.find(row => row.state === 'open' && isSame(row))
    if (same) return { isNew: false, row: same }
    if (sent.length >= suggestionsPerDay) {
      const tomorrow = startOfDay(addDays(today, 1), config.timeZone)
      throw tooMany(
        (tomorrow.getTime() - moment.getTime()) / 1000,
        `You have sent ${suggestionsPerDay} today, the most allowed. Please try again tomorrow.`,
      )
    }
    const row = await insertSuggestion(tx, {
      ...content,
      userId: viewer.id,
      state: 'open',
      reply: null,
      answeredBy: null,
      createdAt: time,
      updatedAt: time,
    })
    return {
      isNew: true,
      row: {
        ...row,
        restaurantName: restaurant?.name ?? null,
        restaurantAddress: restaurant?.address ?? null,
      },
    }
  })
}

const fields: (keyof Content)[] = ['kind', 'restaurantId', 'campusCode', 'name', 'address', 'text']

/** Keeps only the fields of the kind. The campus of a requested restaurant is the sender's unless given. */
async function contentOf(tx: Db, input: Given, viewer: Viewer) {
  const { kind, text } = input
  const none = { restaurantId: null, campusCode: null, name: null, address: null }
  if (kind === 'restaurant') {
    const { name = null, address = null, campusCode = viewer.campusCode } = input
    if (!(await findCampusByCode(tx, campusCode))) throw invalidCampus()
    return { content: { ...none, kind, text, name, address, campusCode }, restaurant: null }
  }
  if (kind === 'mistake') {
    const restaurant = await find(tx, 'restaurants', { id: input.restaurantId ?? 0 })
    if (!restaurant) throw restaurantNotFound()
    const { id: restaurantId, name, campusCode } = restaurant
    return { content: { ...none, kind, text, restaurantId, name, campusCode }, restaurant }
  }
  return { content: { ...none, kind, text }, restaurant: null }
}
