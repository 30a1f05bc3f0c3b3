import type { StandingLunch, StandingLunchInput } from '#contract/standing-lunches.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import {
  countStandingHosted,
  insertStandingLunch,
  replaceStandingPlaces,
} from '#server/data/standing-lunches-store.ts'
import { addRegular } from '#server/data/standing-people-store.ts'
import { lockUser } from '#server/data/users-store.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, invalidCampus, notSignedIn } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { requireOwnDepartment, requirePlaces } from '../start-lunch.ts'
import { makeLunchesOf } from './make-lunches.ts'
import { readStanding, todayOf } from './read-standing-lunches.ts'

/** How many lunches that repeat one person may host. */
const maxHosted = 5

/** Repeats a lunch, with the viewer as its host and first regular. */
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
    if ((await countStandingHosted(tx, viewer.id, today)) >= maxHosted)
      throw conflict('You already host five lunches that repeat. End one of them first.')
    const standing = await insertStandingLunch(tx, {
      campusCode: input.campusCode,
      hostId: viewer.id,
      weekdays: input.weekdays.join(''),
      time: input.time,
      decidesMinutesBefore: input.decidesMinutesBefore ?? null,
      meetingPoint: input.meetingPoint ?? null,
      note: input.note ?? null,
      seats: input.seats ?? null,
      department,
      endsOn,
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

export function requireValidEnd(endsOn: string | null, today: string): void {
  if (endsOn !== null && endsOn < today) throw invalid('endsOn', 'Choose a last day from today on')
}
