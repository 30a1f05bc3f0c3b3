import { isUnverified } from '#features/accounts/server/users/account-state.ts'
import { findRecipient, kindsOf } from '#features/push/server/push-devices-store.ts'
import { deviceOf, type Push, type WritePush } from '#features/push/server/push-sender.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { shortAddresses } from '#kit/rules/texts/place-names.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { mayStillReturn, timesAround } from '../../lunch-times.ts'
import { listBusy } from '../lunch-people.ts'
import { listNamesakes } from '../lunches-store.ts'
import { isVisibleTo } from '../read-lunches.ts'
import { findHosted } from '../standing/standing-lunches-store.ts'
import { choicesFor, type PushNews, type PushOccasion } from './notify.ts'
import { pushText, standingHostText } from './push-texts.ts'

type ComposeDeps = Pick<Deps, 'config' | 'now'>

/** Notifications of lunches. */
export const lunchPushes = (deps: ComposeDeps): Record<string, WritePush> =>
  Object.fromEntries(
    Object.keys(choicesFor).map(kind => [kind, (tx, delivery) => composePush(tx, deps, delivery)]),
  )

/**
 * What to say of a lunch, from everything as it is now, so that a phone never contradicts an open page. Null if there
 * is nothing to say any more: the person has left or voted, may no longer see the lunch, switched this off …
 */
async function composePush(tx: Db, deps: ComposeDeps, delivery: Row<'deliveries'>): Promise<Push | null> {
  const occasion = delivery.kind as PushOccasion
  const { lunchId, at, restaurantId, standingId } = JSON.parse(delivery.payload) as PushNews
  const reader = await findRecipient(tx, deviceOf(delivery))
  if (reader && standingId !== undefined) return composeStandingHost(tx, deps, { reader, standingId })
  const lunch = reader && (await readLunch(tx, lunchId, reader.userId))
  const { timeZone } = deps.config
  const time = deps.now()
  if (!lunch || !isWorthSaying(occasion, { lunch, reader, at, time: time.toISOString() })) return null
  if (occasion === 'after' && !(await mayAskHowItWas(tx, lunch, { userId: reader.userId, timeZone })))
    return null
  const goneName =
    restaurantId === undefined
      ? null
      : await findGoneRestaurant(tx, lunch, { restaurantId, userId: reader.userId })
  if (occasion === 'gone' && goneName === null) return null
  // Moving a lunch may book people twice.
  const around = { ...timesAround(lunch.leavesAt, time), except: lunchId }
  const busy = occasion === 'moved' ? await listBusy(tx, [reader.userId], around) : undefined
  const facts = {
    ...lunch,
    decidedAddress: await addressIfNeeded(tx, lunch),
    otherLeavesAt: busy?.get(reader.userId),
    goneName,
  }
  return {
    device: reader,
    ...pushText(occasion, facts, { now: time, timeZone }),
    path: `/?lunch=${lunchId}`,
    tag: `lunch-${lunchId}`,
    // A lunch that moved to an earlier time ends its older messages too.
    ...(occasion !== 'after' && { expiresAt: lunch.leavesAt }),
    isUrgent: occasion === 'leaving',
  }
}

/** For the new host of a standing lunch, unless it has another one by now, or has ended. */
async function composeStandingHost(
  tx: Db,
  deps: ComposeDeps,
  { reader, standingId }: { reader: Reader; standingId: number },
): Promise<Push | null> {
  if (!kindsOf(reader.kinds).includes('changed')) return null
  const hosted = await findHosted(tx, deps, { id: standingId, hostId: reader.userId })
  if (!hosted) return null
  return {
    device: reader,
    ...standingHostText(hosted, deps.config.timeZone),
    path: hosted.nextLunchId === undefined ? '/' : `/?lunch=${hosted.nextLunchId}`,
    tag: `standing-${standingId}`,
  }
}

/** A lunch with its host's name, and whether a user is in it and has voted, in one statement. */
async function readLunch(tx: Db, id: number, userId: number) {
  const row = await tx
    .selectFrom('lunches')
    .leftJoin('users as hosts', 'hosts.id', 'lunches.hostId')
    .selectAll('lunches')
    .select(['hosts.firstName', 'hosts.lastName'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('lunchPeople')
          .select('userId')
          .whereRef('lunchId', '=', 'lunches.id')
          .where('userId', '=', userId),
      ).as('isIn'),
      exists(
        selectFrom('lunchVotes')
          .select('userId')
          .whereRef('lunchId', '=', 'lunches.id')
          .where('userId', '=', userId),
      ).as('hasVoted'),
    ])
    .where('lunches.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { firstName, lastName, ...lunch } = row
  return {
    ...lunch,
    hostName: firstName === null || lastName === null ? null : fullName({ firstName, lastName }),
  }
}

type Facts = NonNullable<Awaited<ReturnType<typeof readLunch>>>
type Reader = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** What is read once for all devices that are composed for in one transaction. */
const addresses = new WeakMap<Db, Map<number, Promise<string | undefined>>>()

/** The address of the decided restaurant, if another one of the lunch or of the campus has the same name. */
function addressIfNeeded(tx: Db, lunch: Row<'lunches'>): Promise<string | undefined> {
  const known = addresses.get(tx) ?? new Map<number, Promise<string | undefined>>()
  addresses.set(tx, known)
  const address = known.get(lunch.id) ?? findAddress(tx, lunch)
  known.set(lunch.id, address)
  return address
}

async function findAddress(
  tx: Db,
  { id, campusCode, decidedHow, decidedRestaurantId }: Row<'lunches'>,
): Promise<string | undefined> {
  if (decidedHow === null) return undefined
  const restaurants = await tx
    .selectFrom('lunchOptions')
    .leftJoin('restaurants', 'restaurants.id', 'lunchOptions.restaurantId')
    .select(({ fn }) => [
      'lunchOptions.restaurantId as id',
      fn.coalesce('restaurants.name', 'lunchOptions.name').as('name'),
      'restaurants.address',
    ])
    .where('lunchId', '=', id)
    .execute()
  const decided = restaurants.filter(restaurant => restaurant.id === decidedRestaurantId)
  const namesakes = await listNamesakes(tx, campusCode, decided)
  return shortAddresses([...namesakes, ...restaurants]).get(decidedRestaurantId ?? 0)
}

function isWorthSaying(
  occasion: PushOccasion,
  { lunch, reader, at, time }: { lunch: Facts; reader: Reader; at: string; time: string },
): boolean {
  const { state, isIn, leavesAt, decidesAt, seats } = lunch
  const chosen = kindsOf(reader.kinds)
  if (isUnverified(reader) || !choicesFor[occasion].some(kind => chosen.includes(kind))) return false
  if (occasion !== 'after' && leavesAt <= time) return false
  const isOff = state === 'cancelled'
  if (occasion === 'started') {
    const isFull = seats !== null && lunch.peopleCount >= seats
    const isNear = reader.campusCode === lunch.campusCode
    return !isIn && !isOff && !isFull && isNear && isVisibleTo(lunch, reader, false)
  }
  const isOpen = state === 'voting' && decidesAt !== null && decidesAt > time
  const isStillSo: Partial<Record<PushOccasion, boolean>> = {
    leaving: at === leavesAt,
    decided: state === 'decided',
    closing: isOpen && at === decidesAt && !lunch.hasVoted,
    host: lunch.hostId === reader.userId && !mayStillReturn(lunch.hostLeftAt, time),
    reopened: isOpen,
    after: state === 'decided',
  }
  return Boolean(isIn) && isOff === (occasion === 'cancelled') && (isStillSo[occasion] ?? true)
}

/** Whether a user can still be asked how a lunch was: its visit is there, and its restaurant neither rated nor hidden since. */
async function mayAskHowItWas(
  tx: Db,
  { decidedRestaurantId, leavesAt }: Row<'lunches'>,
  { userId, timeZone }: { userId: number; timeZone: string },
): Promise<boolean> {
  const day = localDate(new Date(leavesAt), timeZone)
  const visit = await tx
    .selectFrom('visits')
    .innerJoin('restaurants', 'restaurants.id', 'visits.restaurantId')
    .leftJoin('ratings', join =>
      join
        .onRef('ratings.restaurantId', '=', 'visits.restaurantId')
        .onRef('ratings.userId', '=', 'visits.userId'),
    )
    .leftJoin('hiddenRestaurants as hidden', join =>
      join
        .onRef('hidden.restaurantId', '=', 'visits.restaurantId')
        .onRef('hidden.userId', '=', 'visits.userId'),
    )
    .select('ratings.updatedAt as ratedAt')
    .where('visits.restaurantId', '=', decidedRestaurantId ?? 0)
    .where('visits.userId', '=', userId)
    .where('visits.dismissed', '=', false)
    .where('visits.date', '>=', day)
    .where('visits.date', '<', addDays(day, 1))
    .where('hidden.userId', 'is', null)
    .executeTakeFirst()
  return visit !== undefined && (visit.ratedAt === null || visit.ratedAt < leavesAt)
}

/** The name of a restaurant that a user chose, as a voter or as the host, and that can't be chosen any more; null if it can. */
async function findGoneRestaurant(
  tx: Db,
  { id, state, hostId, decidedRestaurantId, decidedName }: Row<'lunches'>,
  { restaurantId, userId }: { restaurantId: number; userId: number },
): Promise<string | null> {
  const restaurant = await find(tx, 'restaurants', { id: restaurantId })
  if (restaurant?.disabled === false) return null
  if (state === 'decided')
    return decidedRestaurantId === restaurantId && hostId === userId ? decidedName : null
  const voted = await tx
    .selectFrom('lunchVotes')
    .innerJoin('lunchOptions', join =>
      join
        .onRef('lunchOptions.lunchId', '=', 'lunchVotes.lunchId')
        .onRef('lunchOptions.restaurantId', '=', 'lunchVotes.restaurantId'),
    )
    .select('name')
    .where('lunchVotes.lunchId', '=', id)
    .where('lunchVotes.restaurantId', '=', restaurantId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return voted?.name ?? null
}
