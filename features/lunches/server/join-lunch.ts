import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, restaurantNotFound } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import { maxPlaces } from '../lunch-fields.ts'
import { removeFromLunch } from './leave-lunch.ts'
import { changeLockedLunch, type LockedLunch, leaveOverlapping, requireOpenVote } from './lock-lunches.ts'
import { addToLunch } from './lunch-people-store.ts'
import { canBeVotedFor, insertLunchOptions, listLunchOptions, replaceVotes } from './lunch-votes-store.ts'
import { updateLunch } from './lunches-store.ts'
import { announceLunches } from './news/tell.ts'
import { requirePlaces } from './start-lunch.ts'

type Joining = { id: number; viewer: Viewer; move?: boolean }

/** Joins a lunch; does nothing if the viewer is already in it. */
export async function joinLunch(deps: Deps, { id, viewer, move }: Joining): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, locked => join(deps, locked, { viewer, move }))
}

async function join(
  deps: Deps,
  { tx, lunch, isIn, upcoming, time }: LockedLunch,
  { viewer, move }: { viewer: Viewer; move: boolean | undefined },
): Promise<void> {
  if (isIn) return
  if (lunch.seats !== null && lunch.peopleCount >= lunch.seats)
    throw conflict('This lunch is full', { code: 'lunch_full' })
  await leaveOverlapping(deps, tx, { viewer, upcoming, joining: lunch, move, time })
  await announceLunches(tx, [await addToLunch(tx, lunch, viewer.id, time)], time)
}

/** Leaves a lunch; does nothing if the viewer isn't in it. */
export async function leaveLunch(deps: Deps, id: number, viewer: Viewer): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, async ({ tx, lunch, isIn, time }) => {
    if (isIn) await removeFromLunch(tx, deps, lunch, { userId: viewer.id, time })
  })
}

/** Replaces the viewer's votes with these places, or only those that differ from `before`, and joins the lunch. */
export async function saveVotes(
  deps: Deps,
  { id, viewer, move, ...votes }: Joining & { restaurantIds: number[]; before?: number[] },
): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, async locked => {
    const { tx, lunch, time } = locked
    requireOpenVote(lunch)
    const open = (await listLunchOptions(tx, [id])).filter(canBeVotedFor)
    for (const { id: placeId, name } of await requirePlaces(tx, [...new Set(votes.restaurantIds)])) {
      if (!open.some(option => option.restaurantId === placeId))
        throw conflict(sentence`${name} is not among the places of this lunch`)
    }
    await join(deps, locked, { viewer, move })
    if (await replaceVotes(tx, { lunchId: id, userId: viewer.id, ...votes }))
      await announceLunches(tx, [await updateLunch(tx, id, {}, time)], time)
  })
}

/** Adds a place to the vote; does nothing if it is there already. */
export async function addOption(
  deps: Deps,
  { id, viewer, restaurantId }: { id: number; viewer: Viewer; restaurantId: number },
): Promise<Lunch> {
  return changeLockedLunch(deps, { id, viewer }, async ({ tx, lunch, isIn, time }) => {
    requireOpenVote(lunch)
    if (!isIn) throw forbidden('Join this lunch to add a place')
    const options = await listLunchOptions(tx, [id])
    if (options.some(option => option.restaurantId === restaurantId && canBeVotedFor(option))) return
    const [place] = await requirePlaces(tx, [restaurantId])
    if (!place) throw restaurantNotFound()
    if (options.length >= maxPlaces) throw conflict(`A vote has at most ${maxPlaces} places`)
    const position = Math.max(...options.map(option => option.position), 0) + 1
    await insertLunchOptions(tx, [
      { lunchId: id, restaurantId, name: place.name, addedBy: viewer.id, position },
    ])
    await announceLunches(tx, [await updateLunch(tx, id, {}, time)], time)
  })
}
