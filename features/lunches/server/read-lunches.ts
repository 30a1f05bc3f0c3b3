import { peopleOf } from '#features/audit/server/people.ts'
import { cardImageUrl } from '#features/images/server/image-url.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { isUnwritable } from '#kit/server/database/drivers/dialect.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn, readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import type { LunchOption, LunchPerson } from '../lunch-options.ts'
import { catchUpAll, isDue } from './lunch-clock.ts'
import { listLunchPeople, meetsDiets, type ProfileRow, sharedDiets } from './lunch-people.ts'
import { canBeVotedFor, listLunchOptions, type OptionRow } from './lunches-store.ts'

/** A lunch as the API shows it, and what only calendars say. */
export type Shown = Lunch & Pick<Row<'lunches'>, 'createdAt' | 'changedAt'>

/** One lunch; throws a 404 if it doesn't exist or the viewer may not see it. */
export async function readLunch(deps: Deps, id: number, viewer: Viewer): Promise<Shown> {
  const [lunch] = await readLunchesByIds(deps, [id])
  if (!lunch || !maySeeLunch(lunch, viewer)) throw lunchNotFound()
  return lunch
}

export const lunchNotFound = () => notFound('Lunch not found')

export async function readLunchesByIds(deps: Deps, ids: number[]): Promise<Shown[]> {
  return readLunches(deps, () => list(deps.db, 'lunches', { id: ids }, { order: ['id'] }))
}

/** Closes due votes first, so that no one sees a vote as open after its time. */
export async function readLunches(deps: Deps, read: () => Promise<Row<'lunches'>[]>): Promise<Shown[]> {
  while (true) {
    const lunches = await presentLunches(deps.db, await read())
    const time = deps.now().toISOString()
    const due = lunches.filter(lunch => isDue(lunch, time))
    if (due.length === 0) return lunches
    if (!(await tryClosing(deps, due))) return lunches
  }
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

/** Lunches as the API shows them, in the order of the rows, with six statements for any number of lunches. */
export async function presentLunches(db: Db, rows: Row<'lunches'>[]): Promise<Shown[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const people = Map.groupBy(await listLunchPeople(db, ids), person => person.lunchId)
  const votes = Map.groupBy(await list(db, 'lunchVotes', { lunchId: ids }), vote => vote.lunchId)
  const options = Map.groupBy(await listLunchOptions(db, ids), option => option.lunchId)
  const standing = new Map((await listStandingOf(db, ids)).map(row => [row.lunchId, row]))
  const isThere = await findAvailable(db, rows, [...options.values()].flat())
  // Hosts, and people who added a restaurant, may have left the lunch since.
  const named = [...options.values()].flat().map(option => option.addedBy)
  const others = await peopleOf(db, [...rows.map(row => row.hostId), ...named])
  const faceOf = (id: number | null) => {
    const person = others.get(id)
    return person ? profile(person) : null
  }

  return rows.map(row => {
    const isIn = (people.get(row.id) ?? []).map(profile)
    const shared = sharedDiets(people.get(row.id) ?? [])
    const votersOf = ({ restaurantId }: OptionRow) => {
      const ofOption = (votes.get(row.id) ?? []).filter(vote => vote.restaurantId === restaurantId)
      const voterIds = new Set(ofOption.map(vote => vote.userId))
      return isIn.filter(person => voterIds.has(person.id))
    }
    const gone = (options.get(row.id) ?? [])
      .filter(option => row.state === 'voting' && !canBeVotedFor(option))
      .map(option => ({ ...nameOf(option), voters: votersOf(option) }))
      .filter(({ voters }) => voters.length > 0)
    return {
      ...row,
      decision: decisionOf(row, isThere),
      ...(gone.length > 0 && { gone }),
      host: faceOf(row.hostId),
      options: (options.get(row.id) ?? [])
        .filter(option => row.state !== 'voting' || canBeVotedFor(option))
        .map(option => ({
          ...restaurantOf(option),
          ...(meetsDiets(readDietsColumn(option.restaurant?.diets ?? ''), shared) && {
            fitsDiets: true as const,
          }),
          addedBy: faceOf(option.addedBy),
          voters: votersOf(option),
        })),
      people: isIn,
      standing: standingOf(standing.get(row.id)),
    }
  })
}

/** The standing lunches that made these lunches. */
const listStandingOf = (db: Db, lunchIds: number[]) =>
  db
    .selectFrom('standingDays')
    .innerJoin('standingLunches', 'standingLunches.id', 'standingDays.standingId')
    .select(['lunchId', 'standingLunches.id', 'weekdays'])
    .where(indexedIn(db, 'lunchId', lunchIds))
    .execute()

/** Which decided restaurants can still be chosen. Only one that the host chose after the vote may be none of the options. */
async function findAvailable(
  db: Db,
  rows: Row<'lunches'>[],
  options: OptionRow[],
): Promise<(restaurantId: number) => boolean> {
  const known = new Map(options.map(option => [option.restaurantId, option.restaurant]))
  const decided = rows.map(row => row.decidedRestaurantId).filter(id => id !== null)
  const others = decided.filter(id => !known.has(id))
  if (others.length > 0) for (const [id, row] of await readRestaurantsById(db, others)) known.set(id, row)
  return id => known.get(id)?.disabled === false
}

/** A department's lunch is visible to its members, to admins, and to people in it who changed departments since. */
export const isVisibleTo = (
  { department }: Pick<Lunch, 'department'>,
  viewer: Pick<Viewer, 'department' | 'role' | 'isPrimaryAdmin'>,
  isIn: boolean,
): boolean => department === null || department === viewer.department || isAdmin(viewer) || isIn

export const maySeeLunch = (lunch: Lunch, viewer: Viewer): boolean =>
  isVisibleTo(
    lunch,
    viewer,
    lunch.people.some(person => person.id === viewer.id),
  )

export const profile = ({ id, firstName, lastName, imageHash }: ProfileRow): LunchPerson => ({
  id,
  firstName,
  lastName,
  profileImageUrl: cardImageUrl(imageHash),
})

const standingOf = (row: { id: number; weekdays: string } | undefined): Lunch['standing'] =>
  row ? { id: row.id, weekdays: readDaysColumn(row.weekdays) } : null

function decisionOf(
  { decidedRestaurantId, decidedName, decidedHow, decidedTied, takeBackUntil }: Row<'lunches'>,
  isThere: (restaurantId: number) => boolean,
): Lunch['decision'] {
  if (decidedRestaurantId === null || decidedHow === null) return null
  return {
    restaurantId: decidedRestaurantId,
    name: decidedName ?? '',
    how: decidedHow,
    tied: JSON.parse(decidedTied ?? '[]') as number[],
    ...(!isThere(decidedRestaurantId) && { gone: true as const }),
    ...(takeBackUntil && { takeBackUntil }),
  }
}

const nameOf = ({ restaurantId, name, restaurant }: OptionRow) => ({
  restaurantId,
  name: restaurant?.name ?? name,
})

function restaurantOf(option: OptionRow): Omit<LunchOption, 'addedBy' | 'voters'> {
  const { restaurant } = option
  return {
    ...nameOf(option),
    address: restaurant?.address ?? null,
    cuisine: restaurant?.cuisine ?? null,
    price: restaurant?.price ?? null,
    travelTime: restaurant?.travelTime ?? 0,
    distance: restaurant?.distance ?? null,
    openingTimes: restaurant && withLists(restaurant).openingTimes,
    cardImageUrl: cardImageUrl(restaurant?.imageHash ?? null),
  }
}
