import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { readTeamRatingNames } from '#features/settings/server/settings-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import { change, find, insert, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid, rejectOutdated } from '#kit/server/http/errors.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import {
  bulkDeleteRestaurants,
  createRestaurant,
  deleteRestaurant,
  RestaurantForm,
  updateRestaurant,
} from '../contract.ts'
import { type OpeningTime, writeOpeningTimes } from '../opening/opening-times.ts'
import { readOpeningTimes } from '../opening/read-opening-times.ts'
import { mayStayUnknown, TeamRating } from '../place-fields.ts'
import { teamRatingField } from '../team-ratings.ts'
import { asColumns } from './list-columns.ts'
import {
  geocodeBeforeSaving,
  geocodeNewAddress,
  isEstimate,
  newPosition,
  positionAfter,
  travelAfter,
} from './position/position-of.ts'
import { presentRestaurant } from './present-restaurant.ts'
import { type NamedRating, requireCount, restaurantNotFound, saveTeamRatings } from './restaurants-store.ts'
import { moveRestaurantsToTrash } from './trashed-restaurants.ts'

/** How administrators add, change and delete restaurants. */
export function adminRestaurantsApi(app: FastifyInstance, deps: Deps): void {
  const { db, followers } = deps

  serve(app, createRestaurant, async call => {
    const { suggestionId, ...input } = call.body
    const form = withHours(input)
    const isSetByHand = typeof form.latitude === 'number' && typeof form.longitude === 'number'
    const positionProblem = isSetByHand ? {} : await geocodeBeforeSaving(deps, form)
    const row = await write(deps, call, async ({ tx, time, audit }) => {
      const campus = await requireCampus(tx, form.campusCode, invalidCampus)
      const position = await newPosition(tx, deps, { form, campus })
      const row = await insert(tx, 'restaurants', {
        ...asColumns(form),
        ...position,
        distanceIsEstimated: isEstimate(campus, { ...form, ...position }),
        createdAt: time,
        updatedAt: time,
      })
      await audit('RESTAURANT_CREATED', { id: row.id, name: row.name, after: { ...form, ...position } })
      await followers.suggestionFollowed(tx, suggestionId, { restaurantId: row.id, by: call, time })
      return row
    })
    return { ...(await presentRestaurant(db, row)), ...positionProblem }
  })

  /** Saves the given form fields and team ratings. */
  const handleUpdate = async (call: Call<typeof updateRestaurant>) => {
    const { id } = call.params
    const input = call.body
    const positionProblem = await geocodeNewAddress(deps, id, input)
    const row = await write(deps, call, async ({ tx, time, audit }) => {
      const before = await lockRestaurant(tx, id)
      const message = 'Someone else changed this restaurant in the meantime'
      await rejectOutdated(input.expectedUpdatedAt, before, message, () => presentRestaurant(tx, before))
      const campus = await requireCampus(tx, input.campusCode ?? before.campusCode, invalidCampus)
      const edit = withoutUnchanged(before, input)
      const team = await changedTeamRatings(tx, id, edit)
      const position = await positionAfter(tx, deps, { before, edit, campus })
      const form = { ...formColumns(edit), ...position }
      const updatedAt = timestampOfChange(before.updatedAt, time)
      const suggested = { restaurantId: id, by: call, time: updatedAt }
      await followers.suggestionFollowed(tx, edit.suggestionId, suggested)
      const fields = changesBetween(before, { ...before, ...form }, formFields)
      const isForm = Object.keys(fields.after).length > 0
      if (!isForm && team.changed.length === 0) return before

      const changes = { ...fields.after, ...travelAfter(campus, before, form), updatedAt }
      const [row = before] = await change(tx, 'restaurants', { id }, changes)
      await saveTeamRatings(tx, id, team.changed)
      const areGone = row.disabled && !before.disabled
      if (isForm) await followers.restaurantsChanged(tx, [id], updatedAt, { areGone })
      await audit(isForm ? 'RESTAURANT_UPDATED' : 'TEAM_RATINGS_UPDATED', {
        id,
        name: row.name,
        before: { ...fields.before, ...team.before },
        after: { ...fields.after, ...team.after },
      })
      return row
    })
    return { ...(await presentRestaurant(db, row)), ...positionProblem }
  }
  serve(app, updateRestaurant, handleUpdate, {
    readStored: async ({ params }) => {
      const row = await find(db, 'restaurants', params)
      return row && presentRestaurant(db, row)
    },
  })

  serve(app, deleteRestaurant, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      const row = await lockRestaurant(tx, id)
      await moveRestaurantsToTrash(tx, deps, [row], { by: call, time })
      const { name, address, campusCode, ratingCount } = row
      await audit('RESTAURANT_DELETED', { id, before: { name, address, campusCode, ratingCount } })
    }),
  )

  serve(app, bulkDeleteRestaurants, async call => {
    const { expectedCount, ...filter } = call.query
    await rejectUnknownCampus(db, filter.campusCode)
    const count = await countRows(chosen(db, filter))
    requireCount(count, expectedCount)
    if (count === 0) return { count, ids: [] }
    const safetyBackup = await followers.manyRestaurantsLeave()
    return write(deps, call, async ({ tx, time }) => {
      await rejectUnknownCampus(tx, filter.campusCode)
      const rows = await chosen(tx, filter).selectAll().orderBy('id').$call(locked(tx)).execute()
      requireCount(rows.length, expectedCount)
      if (rows.length === 0) return { count: 0, ids: [] }
      await moveRestaurantsToTrash(tx, deps, rows, { by: call, time })
      const items = rows.map(({ id, name, address, campusCode, ratingCount }) => {
        return { id, name, address, campusCode, ratingCount }
      })
      const { campusCode } = filter
      const details = (before: object[]) => ({ count: rows.length, campusCode, before, safetyBackup })
      await recordBulkAudit(tx, { action: 'RESTAURANTS_DELETED', items, details, by: call, time })
      return { count: rows.length, ids: rows.map(({ id }) => id) }
    })
  })
}

async function lockRestaurant(tx: Db, id: number): Promise<Row<'restaurants'>> {
  const [row] = await lock(tx, 'restaurants', { id })
  if (!row) throw restaurantNotFound()
  return row
}

/** The restaurants of a bulk deletion: without ids and campus, all. */
function chosen(db: Db, { ids, campusCode }: { ids?: number[]; campusCode?: string }) {
  let query = db.selectFrom('restaurants')
  if (ids !== undefined) query = query.where(indexedIn(db, 'id', ids))
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query
}

// An unknown campus must never mean all restaurants.
async function rejectUnknownCampus(db: Db, code: string | undefined): Promise<void> {
  if (code !== undefined) await requireCampus(db, code, invalidCampus)
}

type Unknown = keyof typeof mayStayUnknown
type Edit = Body<typeof updateRestaurant>

type Hours = { hours?: string; openingTimes?: OpeningTime[] | null }

/** Adds the opening times that the hours mean, or hours that say the opening times, if only the other is given. */
function withHours<Form extends Hours>(form: Form): Form & Hours {
  const { hours, openingTimes } = form
  if (hours === undefined) return openingTimes ? { ...form, hours: writeOpeningTimes(openingTimes) } : form
  return openingTimes === undefined ? { ...form, openingTimes: readOpeningTimes(hours) } : form
}

/** Without the values that were unknown and stay so, and without hours and opening times that stay. */
function withoutUnchanged(before: Row<'restaurants'>, input: Edit) {
  const edit = { ...input }
  for (const field of Object.keys(mayStayUnknown) as Unknown[]) {
    if (edit[field] !== null) continue
    const { error } = RestaurantForm.shape[field].safeParse(undefined)
    if (before[field] !== null) throw invalid(field, error?.issues[0]?.message ?? '')
    delete edit[field]
  }
  // What stays as it is must not make the other one anew, but times may write a text that is missing.
  const { hours, openingTimes } = input
  const keepsHours = hours === undefined ? before.hours !== null : hours === before.hours
  const keepsTimes =
    openingTimes === undefined || asColumns({ openingTimes }).openingTimes === before.openingTimes
  if (keepsHours && keepsTimes) {
    delete edit.openingTimes
    delete edit.hours
  }
  return edit as Edit & Partial<RestaurantForm>
}

const formFields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]

type FormColumns = Partial<Pick<Row<'restaurants'>, keyof RestaurantForm>>

/** Converts the given fields to columns. */
function formColumns(edit: Partial<RestaurantForm>): FormColumns {
  const given = formFields.filter(field => edit[field] !== undefined)
  const form: Partial<RestaurantForm> = Object.fromEntries(given.map(field => [field, edit[field]]))
  return asColumns(withHours(form))
}

/** The team ratings that an edit changes, and the values of their fields before and after. */
async function changedTeamRatings(tx: Db, restaurantId: number, edit: Record<string, unknown>) {
  const stored = await list(tx, 'teamRatings', { restaurantId })
  const changed: NamedRating[] = []
  const before: Record<string, number> = {}
  const after: Record<string, number> = {}
  for (const name of await readTeamRatingNames(tx)) {
    const field = teamRatingField(name)
    if (edit[field] === undefined) continue
    const { data: value, error } = TeamRating.safeParse(edit[field])
    if (value === undefined) throw invalid(field, error?.issues[0]?.message ?? 'Invalid value')
    const old = stored.find(rating => rating.name === name)?.value ?? 0
    if (value === old) continue
    changed.push({ name, value })
    before[field] = old
    after[field] = value
  }
  return { changed, before, after }
}
