import { isUnwritable } from '#kit/server/database/drivers/dialect.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import { lunchDays } from '../lunch-times.ts'
import { isDue } from './close-votes.ts'
import { catchUpAll } from './lunch-clock.ts'
import { listLunchRowsBetween, listLunchRowsByIds } from './lunches-store.ts'
import { maySeeLunch, presentLunches } from './present-lunches.ts'

/** The lunches of today and the following days that the viewer may see. */
export async function listLunchesFor(
  deps: Deps,
  viewer: Viewer,
  campusCode: string | undefined,
): Promise<Lunch[]> {
  const { from, until } = lunchDays(deps.now(), deps.config.timeZone)
  const range = { from: from.toISOString(), until: until.toISOString(), campusCode }
  const lunches = await readLunches(deps, () => listLunchRowsBetween(deps.db, range))
  return lunches.filter(lunch => maySeeLunch(lunch, viewer))
}

/** One lunch; throws a 404 if it doesn't exist or the viewer may not see it. */
export async function readLunch(deps: Deps, id: number, viewer: Viewer): Promise<Lunch> {
  const [lunch] = await readLunchesByIds(deps, [id])
  if (!lunch || !maySeeLunch(lunch, viewer)) throw lunchNotFound()
  return lunch
}

export const lunchNotFound = () => notFound('Lunch not found')

export async function readLunchesByIds(deps: Deps, ids: number[]): Promise<Lunch[]> {
  return readLunches(deps, () => listLunchRowsByIds(deps.db, ids))
}

/** Returns false if the database can't be written now; the lunches are then shown as they are. */
async function tryClosing(deps: Deps, due: Lunch[]): Promise<boolean> {
  const ids = due.map(lunch => lunch.id)
  return catchUpAll(deps, ids).then(
    () => true,
    error => {
      if (!isUnwritable(error)) throw error
      return false
    },
  )
}

/** Closes due votes first, so that no one sees a vote as open after its time. */
async function readLunches(deps: Deps, read: () => Promise<Row<'lunches'>[]>): Promise<Lunch[]> {
  while (true) {
    const lunches = await presentLunches(deps.db, await read())
    const time = deps.now().toISOString()
    const due = lunches.filter(lunch => isDue(lunch, time))
    if (due.length === 0) return lunches
    if (!(await tryClosing(deps, due))) return lunches
  }
}
