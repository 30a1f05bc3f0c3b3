import { changesBetween } from '#features/audit/server/audit-details.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { normalizedAddress } from '#features/geocoding/server/geocodes-store.ts'
import { readTeamRatingNames } from '#features/settings/server/settings-store.ts'
import { tooFarFromCampus } from '#kit/rules/distance.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalid, invalidCampus, rejectOutdated, restaurantNotFound } from '#kit/server/http/errors.ts'
import { RestaurantForm } from '../contract.ts'
import { mayStayUnknown, TeamRating } from '../place-fields.ts'
import { teamRatingField } from '../team-ratings.ts'
import { hoursOf } from './hours-of.ts'
import { asColumns } from './list-columns.ts'
import {
  estimateTo,
  followsPosition,
  geocodeBeforeSaving,
  givenPosition,
  isTooFarFromNewCampus,
  lookedUpPosition,
  noPosition,
  type Position,
} from './position/position-of.ts'
import { presentRestaurant } from './present-restaurant.ts'
import { changeRestaurant, findRestaurant, lockRestaurantRows } from './restaurants-store.ts'
import { listTeamRatings, saveTeamRatings } from './team-ratings-store.ts'

type Unknown = keyof typeof mayStayUnknown
type Edit = Partial<Omit<RestaurantForm, Unknown>> & { [Field in Unknown]?: RestaurantForm[Field] | null } & {
  expectedUpdatedAt?: string
  suggestionId?: number
} & Record<string, unknown>

export type SavedRow = {
  row: Row<'restaurants'>
  /** Why its address has no position, for the reply. */
  positionProblem: { positionProblem?: string }
}

/** Saves the given form fields and team ratings in one transaction. */
export async function editRestaurant(deps: Deps, id: number, input: Edit, by: Actor): Promise<SavedRow> {
  const positionProblem = await geocodeNewAddress(deps, id, input)
  const row = await deps.db.transaction().execute(async tx => {
    const [before] = await lockRestaurantRows(tx, { ids: [id] })
    if (!before) throw restaurantNotFound()
    const { expectedUpdatedAt } = input
    await rejectOutdated(expectedUpdatedAt, before, changedMeanwhile, () => presentRestaurant(tx, before))
    const campus = await findCampusByCode(tx, input.campusCode ?? before.campusCode)
    if (!campus) throw invalidCampus()
    const edit = withoutUnchanged(before, input)
    const team = await changedTeamRatings(tx, id, edit)
    const position = await positionAfter(tx, deps, { before, edit, campus })
    const form = { ...formFieldsIn(before, edit), ...position }
    const time = timestampOfChange(before.updatedAt, deps.now().toISOString())
    await deps.followers.suggestionFollowed(tx, edit.suggestionId, { restaurantId: id, by, time })
    const fields = changesBetween(before, { ...before, ...form }, formFields)
    const isForm = Object.keys(fields.after).length > 0
    if (!isForm && team.after.length === 0) return before

    const after = { ...before, ...form }
    const measured = hasNewMeasurement(before, form)
      ? { distanceIsEstimated: isEstimateOf(campus, after) }
      : reestimate(campus, before, after)
    const changes = { ...fields.after, ...measured, updatedAt: time }
    const row = await changeRestaurant(tx, id, changes)
    if (!row) throw restaurantNotFound()
    await saveTeamRatings(tx, id, team.after)
    const areGone = row.disabled && !before.disabled
    if (isForm) await deps.followers.restaurantsChanged(tx, [id], time, { areGone })
    await recordAudit(tx, {
      action: isForm ? 'RESTAURANT_UPDATED' : 'TEAM_RATINGS_UPDATED',
      details: {
        id,
        name: row.name,
        before: { ...fields.before, ...asFields(team.before) },
        after: { ...fields.after, ...asFields(team.after) },
      },
      by,
      time,
    })
    return row
  })
  return { row, positionProblem }
}

/** Without the values that were unknown and stay so, and without opening times that stay. */
function withoutUnchanged(before: Row<'restaurants'>, input: Edit) {
  const edit = { ...input }
  for (const field of Object.keys(mayStayUnknown) as Unknown[]) {
    if (edit[field] !== null) continue
    const { error } = RestaurantForm.shape[field].safeParse(undefined)
    if (before[field] !== null) throw invalid(field, error?.issues[0]?.message ?? '')
    delete edit[field]
  }
  // Times that stay as they are must not write the text of the hours again, but may write one that is missing.
  const keepsHours = input.hours === undefined ? before.hours !== null : input.hours === before.hours
  if (keepsHours && hasSameTimes(before, edit)) {
    delete edit.openingTimes
    delete edit.hours
  }
  return edit as Edit & Partial<RestaurantForm>
}

const hasSameTimes = (before: Row<'restaurants'>, { openingTimes }: Edit) =>
  openingTimes !== undefined && asColumns({ openingTimes }).openingTimes === before.openingTimes

const hasNoPosition = ({ latitude, longitude }: Edit) => latitude === undefined && longitude === undefined

/** Looks up a new address that comes without a position, before anything is locked. */
async function geocodeNewAddress(deps: Deps, id: number, edit: Edit) {
  const isNew = edit.address !== undefined || edit.campusCode !== undefined
  const before = isNew && hasNoPosition(edit) && (await findRestaurant(deps.db, id))
  if (!before) return {}
  const after = { address: edit.address ?? before.address, campusCode: edit.campusCode ?? before.campusCode }
  if (hasNewAddress(before, after)) return geocodeBeforeSaving(deps, after)
  const campus = await findCampusByCode(deps.db, after.campusCode)
  return campus && isTooFarFromNewCampus(before, campus) ? { positionProblem: tooFarFromCampus } : {}
}

/** Returns a position set by hand; otherwise the position belongs to the address and campus and changes with them. */
async function positionAfter(
  tx: Db,
  deps: Deps,
  { before, edit, campus }: { before: Row<'restaurants'>; edit: Edit; campus: Row<'campuses'> },
): Promise<Position> {
  // After moving a pin, the form sends only the coordinates that changed.
  const byHand = givenPosition(before, edit, campus)
  if (byHand) return byHand
  const { latitude, longitude } = before
  const address = edit.address ?? before.address
  if (hasNewAddress(before, { address })) return lookedUpPosition(tx, deps, { address, campus })
  return isTooFarFromNewCampus(before, campus) ? noPosition : { latitude, longitude }
}

const formFields = Object.keys(RestaurantForm.shape) as (keyof RestaurantForm)[]

const changedMeanwhile = 'Someone else changed this restaurant in the meantime'

/** Converts the given fields to columns. Hours given without times are only parsed if they changed. */
function formFieldsIn(before: Row<'restaurants'>, edit: Partial<RestaurantForm>): FormColumns {
  const given = formFields.filter(field => edit[field] !== undefined)
  const form: Partial<RestaurantForm> = Object.fromEntries(given.map(field => [field, edit[field]]))
  const isKnown = edit.openingTimes === undefined && edit.hours === before.hours
  const hours = isKnown ? undefined : edit.hours
  return asColumns({ ...form, ...hoursOf({ ...form, hours }) })
}

type FormColumns = Partial<Pick<Row<'restaurants'>, keyof RestaurantForm>>

// A typed value is no longer an estimate; a form that sends back the old values changes nothing.
function hasNewMeasurement(before: Row<'restaurants'>, { distance, travelTime }: FormColumns): boolean {
  return (
    (distance !== undefined && distance !== before.distance) ||
    (travelTime !== undefined && travelTime !== before.travelTime)
  )
}

const hasNewAddress = (before: Row<'restaurants'>, after: { address: string }) =>
  normalizedAddress(after.address) !== normalizedAddress(before.address)

// The form may have been filled in with an estimate, which then still counts as one.
function isEstimateOf(
  campus: Row<'campuses'>,
  row: Pick<Row<'restaurants'>, 'distance' | 'travelTime'> & Position,
): boolean {
  const estimate = estimateTo(campus, row)
  return estimate?.distance === row.distance && estimate?.travelTime === row.travelTime
}

/** Estimates the distance again after a change of position or campus, unless it was measured or typed. */
function reestimate(campus: Row<'campuses'>, before: Row<'restaurants'>, after: Position) {
  const isFromOtherCampus = before.campusCode !== campus.code
  const isMoved = before.latitude !== after.latitude || before.longitude !== after.longitude
  if (!(isFromOtherCampus || isMoved) || !followsPosition(before)) return {}
  const estimate = estimateTo(campus, after)
  if (estimate) return { ...estimate, distanceIsEstimated: true }
  return isFromOtherCampus && before.distanceIsEstimated
    ? { distance: null, travelTime: 0, distanceIsEstimated: false }
    : {}
}

type NamedRating = { name: string; value: number }

async function changedTeamRatings(
  tx: Db,
  id: number,
  edit: Edit,
): Promise<{ before: NamedRating[]; after: NamedRating[] }> {
  const stored = new Map((await listTeamRatings(tx, [id])).map(({ name, value }) => [name, value]))
  const now = (name: string) => stored.get(name) ?? 0
  const given = teamRatingsIn(edit, await readTeamRatingNames(tx))
  const after = given.filter(({ name, value }) => value !== now(name))
  return { before: after.map(({ name }) => ({ name, value: now(name) })), after }
}

const asFields = (ratings: NamedRating[]) =>
  Object.fromEntries(ratings.map(({ name, value }) => [teamRatingField(name), value]))

function teamRatingsIn(edit: Edit, names: string[]): NamedRating[] {
  return names
    .filter(name => edit[teamRatingField(name)] !== undefined)
    .map(name => {
      const field = teamRatingField(name)
      const result = TeamRating.safeParse(edit[field])
      if (!result.success) throw invalid(field, result.error.issues[0]?.message ?? 'Invalid value')
      return { name, value: result.data }
    })
}
