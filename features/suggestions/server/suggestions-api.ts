import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { peopleOf } from '#features/audit/server/people.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import { possibleDuplicates } from '#features/restaurants/duplicates.ts'
import { listPlaces, restaurantNotFound } from '#features/restaurants/server/restaurants-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import { noLimit } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { change, find, insert, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound, rejectOutdated, tooMany } from '#kit/server/http/errors.ts'
import { pageOf, sendTotal } from '#kit/server/http/paging.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import {
  type AdminSuggestion,
  answerSuggestion,
  getAdminSuggestion,
  listAdminSuggestions,
  listSuggestions,
  type Suggestion,
  sendSuggestion,
  suggestionsPerDay,
} from '../contract.ts'

export function suggestionsApi(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps

  /** If the same was sent earlier that day and is still open, that one is the reply. */
  serve(app, sendSuggestion, async call =>
    write(deps, call, async ({ tx, time }) => {
      const { body, viewer } = call
      // So that a user's suggestions are sent one at a time.
      await lock(tx, 'users', { id: viewer.id })
      const { content, restaurant } = await contentOf(tx, body, viewer)
      const today = localDate(new Date(time), config.timeZone)
      const sent = await suggestionsOf(tx, viewer.id)
        .where('suggestions.createdAt', '>=', startOfDay(today, config.timeZone).toISOString())
        .execute()
      const isSame = (row: Content) => fields.every(field => row[field] === content[field])
      const same = sent.find(row => row.state === 'open' && isSame(row))
      if (same) return { status: 200, body: presentSuggestion(same) } as const
      if (sent.length >= suggestionsPerDay) {
        const tomorrow = startOfDay(addDays(today, 1), config.timeZone)
        throw tooMany(
          (tomorrow.getTime() - Date.parse(time)) / 1000,
          `You have sent ${suggestionsPerDay} today, the most allowed. Please try again tomorrow.`,
        )
      }
      const row = await insert(tx, 'suggestions', {
        ...content,
        userId: viewer.id,
        state: 'open',
        reply: null,
        answeredBy: null,
        createdAt: time,
        updatedAt: time,
      })
      const [restaurantName, restaurantAddress] = [restaurant?.name ?? null, restaurant?.address ?? null]
      return { status: 201, body: presentSuggestion({ ...row, restaurantName, restaurantAddress }) } as const
    }),
  )

  serve(app, listSuggestions, async ({ viewer }) =>
    (await suggestionsOf(db, viewer.id).execute()).map(presentSuggestion),
  )

  serve(app, listAdminSuggestions, async ({ query: { state, ...page }, reply }) => {
    const latest = sentSuggestions(db)
      .orderBy('suggestions.id', 'desc')
      .$if(state !== undefined, query => query.where('suggestions.state', '=', state ?? 'open'))
    if (page.search?.trim()) {
      const rows = pageOf(reply, await latest.execute(), page, row => [
        fullName(row),
        row.email,
        row.name,
        row.restaurantName,
        row.address,
        row.text,
        row.reply,
      ])
      return presentForAdmins(db, rows)
    }
    const { limit = noLimit, offset = 0 } = page
    const all = db.selectFrom('suggestions')
    sendTotal(reply, await countRows(state === undefined ? all : all.where('state', '=', state)))
    return presentForAdmins(db, await latest.limit(limit).offset(offset).execute())
  })

  serve(app, getAdminSuggestion, async ({ params }) => readForAdmins(db, params.id))

  /** A new reply is mailed. Unchanged values have no effect. */
  const handleAnswer = async (call: Call<typeof answerSuggestion>) =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      const { state, expectedUpdatedAt, reply } = call.body
      const [before] = await lock(tx, 'suggestions', { id })
      if (!before) throw suggestionNotFound()
      const after = { ...before, state, reply: reply === undefined ? before.reply : reply || null }
      const changes = changesBetween(before, after, ['state', 'reply'])
      if (Object.keys(changes.after).length === 0) return readForAdmins(tx, id)
      const message = 'Someone else answered this in the meantime'
      await rejectOutdated(expectedUpdatedAt, before, message, () => readForAdmins(tx, id))
      const answer = { state, reply: after.reply, answeredBy: call.viewer.id }
      const updatedAt = timestampOfChange(before.updatedAt, time)
      await change(tx, 'suggestions', { id }, { ...answer, updatedAt })
      const answered = await readForAdmins(tx, id)
      if (after.reply !== null && after.reply !== before.reply)
        await queueMail(tx, deps, { kind: 'suggestion-reply', to: answered.sender, about: id })
      await audit('SUGGESTION_ANSWERED', { id, kind: before.kind, name: before.name, ...changes })
      return answered
    })
  serve(app, answerSuggestion, handleAnswer, {
    readStored: ({ params }) => find(db, 'suggestions', params),
  })
}

/** A user's suggestions, latest first. */
const suggestionsOf = (db: Db, userId: number) =>
  namedSuggestions(db)
    .where('suggestions.userId', '=', userId)
    .orderBy('suggestions.createdAt', 'desc')
    .orderBy('suggestions.id', 'desc')

type Content = Pick<Row<'suggestions'>, 'kind' | 'restaurantId' | 'campusCode' | 'name' | 'address' | 'text'>

const fields: (keyof Content)[] = ['kind', 'restaurantId', 'campusCode', 'name', 'address', 'text']

/** Keeps only the fields of the kind. The campus of a requested restaurant is the sender's unless given. */
async function contentOf(tx: Db, input: Body<typeof sendSuggestion>, viewer: Viewer) {
  const { kind, text } = input
  const none = { restaurantId: null, campusCode: null, name: null, address: null }
  if (kind === 'restaurant') {
    const { name = null, address = null, campusCode = viewer.campusCode } = input
    await requireCampus(tx, campusCode, invalidCampus)
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

type Named = Row<'suggestions'> & { restaurantName: string | null; restaurantAddress: string | null }
type Sent = Named & { firstName: string; lastName: string; email: string }

/** With the current name and address of their restaurants; null without one. */
const namedSuggestions = (db: Db) =>
  db
    .selectFrom('suggestions')
    .leftJoin('restaurants', 'restaurants.id', 'suggestions.restaurantId')
    .selectAll('suggestions')
    .select(['restaurants.name as restaurantName', 'restaurants.address as restaurantAddress'])

/** With the names of their senders. */
const sentSuggestions = (db: Db) =>
  namedSuggestions(db)
    .innerJoin('users as sender', 'sender.id', 'suggestions.userId')
    .select(['sender.firstName', 'sender.lastName', 'sender.email'])

function presentSuggestion(row: Named): Suggestion {
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
async function presentForAdmins(db: Db, rows: Sent[]): Promise<AdminSuggestion[]> {
  const campusCodes = rows.flatMap(row => (isRequest(row) && row.campusCode) || [])
  const places = Map.groupBy(await listPlaces(db, [...new Set(campusCodes)]), place => place.campusCode)
  const adminIds = rows.map(({ answeredBy }) => answeredBy)
  const admins = await peopleOf(db, adminIds)
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

async function readForAdmins(db: Db, id: number): Promise<AdminSuggestion> {
  const rows = await sentSuggestions(db).where('suggestions.id', '=', id).execute()
  const [shown] = await presentForAdmins(db, rows)
  if (!shown) throw suggestionNotFound()
  return shown
}

const suggestionNotFound = () => notFound('This was not found. Its sender’s account may be gone.')

/** Marks an open suggestion as done in the same transaction that saves the suggested restaurant. */
export async function finishSuggestion(
  tx: Db,
  suggestionId: number | undefined,
  { restaurantId, by, time }: { restaurantId: number; by: Actor; time: string },
): Promise<void> {
  if (suggestionId === undefined) return
  const [suggestion] = await lock(tx, 'suggestions', { id: suggestionId })
  if (suggestion?.state !== 'open') return
  const { id, kind, name, state } = suggestion
  const answeredBy = by.viewer?.id ?? null
  await change(tx, 'suggestions', { id }, { state: 'done', restaurantId, answeredBy, updatedAt: time })
  const details = { id, kind, name, restaurantId, before: { state }, after: { state: 'done' } }
  await recordAudit(tx, { action: 'SUGGESTION_ANSWERED', details, by, time })
}
