import { isDeepStrictEqual } from 'node:util'
import { lockUser } from '#features/accounts/server/users/users-store.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid, invalidCampus, notSignedIn } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { StandingLunch, StandingLunchInput } from '../../standing-lunches-contract.ts'
import { requireOwnDepartment, requirePlaces } from '../start-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import { presentOne, readStanding, todayOf } from './read-standing-lunches.ts'
import {
  countStandingHosted,
  insertStandingLunch,
  listStandingRows,
  replaceStandingPlaces,
} from './standing-lunches-store.ts'
import { addRegular } from './standing-people-store.ts'

/** How many lunches that repeat one person may host. */
const maxHosted = 5

type Fields = Omit<StandingLunch, 'id' | 'host' | 'regulars' | 'skipped' | 'version'>

/**
 * Repeats a lunch, with the viewer as its host and first regular. A request that is repeated because its response was
 * lost returns what the first one made.
 */
export async function startStandingLunch(
  deps: Deps,
  viewer: Viewer,
  input: StandingLunchInput,
): Promise<StandingLunch> {
  const { db, now } = deps
  const today = todayOf(deps)
  const id = await db.transaction().execute(async tx => {
    if (!(await lockUser(tx, viewer.id))) throw notSignedIn()
    if (!(await findCampusByCode(tx, input.campusCode))) throw invalidCampus()
    const department = input.department ?? null
    requireOwnDepartment(department, viewer)
    const places = await requirePlaces(tx, [...new Set(input.restaurantIds)])
    const endsOn = input.endsOn ?? null
    requireValidEnd(endsOn, today)
    const { time } = input
    const fields: Fields = {
      campusCode: input.campusCode,
      weekdays: input.weekdays,
      time,
      decidesMinutesBefore: input.decidesMinutesBefore ?? null,
      restaurantIds: places.map(place => place.id),
      meetingPoint: input.meetingPoint ?? null,
      note: input.note ?? null,
      seats: input.seats ?? null,
      department,
      endsOn,
    }
    const known = await findSame(tx, { hostId: viewer.id, fields, today })
    if (known !== undefined) return known
    if ((await countStandingHosted(tx, viewer.id, today)) >= maxHosted)
      throw conflict('You already host five lunches that repeat. End one of them first.')
    const { restaurantIds: _restaurantIds, ...columns } = fields
    const standing = await insertStandingLunch(tx, {
      ...columns,
      weekdays: fields.weekdays.join(''),
      hostId: viewer.id,
      version: 0,
      createdAt: now().toISOString(),
    })
    await replaceStandingPlaces(tx, standing.id, places)
    await addRegular(tx, standing, viewer.id)
    return standing.id
  })
  await makeLunchesOf(deps, id)
  return readStanding(deps, id)
}

/**
 * The id of the viewer's standing lunch that is exactly this one. Throws if another one of theirs leaves at the same time
 * of the same day.
 */
async function findSame(
  tx: Db,
  { hostId, fields, today }: { hostId: number; fields: Fields; today: string },
): Promise<number | undefined> {
  const { campusCode, weekdays, time } = fields
  const row = (await listStandingRows(tx, { today, campusCode })).find(
    other =>
      other.hostId === hostId &&
      other.time === time &&
      readDaysColumn(other.weekdays).some(day => weekdays.includes(day)),
  )
  if (!row) return undefined
  const {
    id,
    host: _host,
    regulars: _regulars,
    skipped: _skipped,
    version: _version,
    ...own
  } = await presentOne(tx, row, today)
  if (isDeepStrictEqual(own, fields)) return id
  throw conflict('You already host a lunch that repeats at that time. Change that one instead.')
}

export function requireValidEnd(endsOn: string | null, today: string): void {
  if (endsOn !== null && endsOn < today) throw invalid('endsOn', 'Choose a last day from today on')
}
