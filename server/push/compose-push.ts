import { timesAround } from '#domain/lunch-times.ts'
import { shortAddresses } from '#domain/place-names.ts'
import { isAdmin } from '#domain/roles.ts'
import { seconds } from '#domain/units.ts'
import { isDisabled, isUnverified } from '#server/auth/account-state.ts'
import { listBusy } from '#server/data/lunch-people-store.ts'
import { listNamesakes, listPlaceNames } from '#server/data/lunch-votes-store.ts'
import { findGonePlace } from '#server/data/places-gone-store.ts'
import { kindsOf } from '#server/data/push-devices-store.ts'
import {
  findDeviceInUse,
  findPushFacts,
  mayAskHowItWas,
  type PushFacts,
} from '#server/data/push-messages-store.ts'
import type { PushNews, PushOccasion } from '#server/data/push-queue-store.ts'
import type { Db, DeliveryRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { ComposedPush } from './push-sender.ts'
import { type PushText, pushText, testText } from './push-texts.ts'

type ComposeDeps = Pick<Deps, 'config' | 'now'>

/**
 * What to send to a device, from everything as it is now, so that a phone never contradicts an open page. Null if
 * there is nothing to say any more: the person has left or voted, may no longer see the lunch, switched this off …
 */
export async function composePush(
  tx: Db,
  deps: ComposeDeps,
  { kind, destination, payload, expiresAt }: DeliveryRow,
): Promise<ComposedPush | null> {
  const deviceId = Number(destination.split(':')[1])
  const now = deps.now()
  const expires = expiresAt === null ? now : new Date(expiresAt)
  if (kind === 'test') {
    const device = await findDeviceInUse(tx, deviceId)
    return device ? messageTo(deps, device, { text: testText, path: '/', tag: 'test', expires, now }) : null
  }
  const occasion = kind as PushOccasion
  const { lunchId, at, restaurantId } = JSON.parse(payload) as PushNews
  const facts = await findPushFacts(tx, { deviceId, lunchId })
  if (!facts || !isWorthSaying(occasion, facts, { at, time: now.toISOString() })) return null
  const { timeZone } = deps.config
  if (occasion === 'after' && !(await mayAskHowItWas(tx, { ...facts, timeZone }))) return null
  const goneName = restaurantId === undefined ? null : await findGonePlace(tx, facts, restaurantId)
  if (occasion === 'gone' && goneName === null) return null
  const { hostFirstName, hostLastName } = facts
  const hostName = hostFirstName === null ? null : `${hostFirstName} ${hostLastName}`
  const decidedAddress = await addressIfNeeded(tx, facts)
  // Moving a lunch may book people twice.
  const around = { ...timesAround(facts.leavesAt, now), except: lunchId }
  const busy = occasion === 'moved' ? await listBusy(tx, [facts.userId], around) : undefined
  const otherLeavesAt = busy?.get(facts.userId)
  return messageTo(deps, facts, {
    text: pushText(
      occasion,
      { ...facts, hostName, decidedAddress, otherLeavesAt, goneName },
      { now, timeZone },
    ),
    path: `/?lunch=${lunchId}`,
    tag: `lunch-${lunchId}`,
    // A lunch that moved to an earlier time ends its older messages too.
    expires: occasion === 'after' ? expires : new Date(facts.leavesAt),
    now,
    isUrgent: occasion === 'leaving',
  })
}

/** What is read once for all devices that are composed for in one transaction. */
const addresses = new WeakMap<Db, Map<number, Promise<string | undefined>>>()

/** The address of the decided place, if another one of the lunch or of the campus has the same name. */
function addressIfNeeded(tx: Db, facts: PushFacts): Promise<string | undefined> {
  const known = addresses.get(tx) ?? new Map<number, Promise<string | undefined>>()
  addresses.set(tx, known)
  const address = known.get(facts.lunchId) ?? findAddress(tx, facts)
  known.set(facts.lunchId, address)
  return address
}

async function findAddress(
  tx: Db,
  { lunchId, campusCode, decidedHow, decidedRestaurantId }: PushFacts,
): Promise<string | undefined> {
  if (decidedHow === null) return undefined
  const places = await listPlaceNames(tx, lunchId)
  const decided = places.filter(({ id }) => id === decidedRestaurantId)
  const namesakes = await listNamesakes(tx, campusCode, decided)
  return shortAddresses([...namesakes, ...places]).get(decidedRestaurantId ?? 0)
}

function isWorthSaying(
  occasion: PushOccasion,
  facts: PushFacts,
  { at, time }: { at: string; time: string },
): boolean {
  const { state, isIn, leavesAt, decidesAt, userCampus, userDepartment, department } = facts
  if (isDisabled(facts) || isUnverified(facts)) return false
  const chosen = kindsOf(facts.kinds)
  const wants = (...kinds: typeof chosen) => kinds.some(kind => chosen.includes(kind))
  const isOff = state === 'cancelled'
  if (occasion !== 'after' && leavesAt <= time) return false
  const isOpen = state === 'voting' && decidesAt !== null && decidesAt > time
  switch (occasion) {
    case 'leaving':
      return isIn !== null && !isOff && at === leavesAt && wants('leaving')
    case 'moved':
      return isIn !== null && !isOff && wants('changed', 'leaving')
    case 'place':
      return isIn !== null && !isOff && wants('changed')
    case 'decided':
      return isIn !== null && state === 'decided' && wants('changed')
    case 'cancelled':
      return isIn !== null && isOff && wants('changed')
    case 'closing':
      return isIn !== null && isOpen && at === decidesAt && !facts.hasVoted && wants('closing')
    case 'started': {
      const maySee = department === null || department === userDepartment || isAdmin(facts)
      const isFull = facts.seats !== null && facts.peopleCount >= facts.seats
      return (
        isIn === null && !isOff && !isFull && userCampus === facts.campusCode && maySee && wants('started')
      )
    }
    case 'host':
      return isIn !== null && !isOff && facts.hostId === facts.userId && wants('changed')
    case 'reopened':
      return isIn !== null && isOpen && wants('changed')
    case 'gone':
      return isIn !== null && !isOff && wants('changed')
    case 'after':
      return isIn !== null && state === 'decided' && wants('after')
  }
}

type Content = { text: PushText; path: string; tag: string; expires: Date; now: Date; isUrgent?: boolean }

/** In the declarative format, which Safari shows without a worker; our worker shows the same in other browsers. */
function messageTo(
  { config }: ComposeDeps,
  device: Pick<PushFacts, 'id' | 'endpoint' | 'p256dh' | 'auth'>,
  { text, path, tag, expires, now, isUrgent = false }: Content,
): ComposedPush {
  const notification = { ...text, lang: 'en-US', navigate: `${config.appUrl}${path}`, tag, renotify: true }
  return {
    deviceId: device.id,
    endpoint: device.endpoint,
    keys: { p256dh: device.p256dh, auth: device.auth },
    payload: JSON.stringify({ web_push: 8030, notification }),
    ttl: Math.max(0, Math.ceil((expires.getTime() - now.getTime()) / seconds)),
    topic: tag,
    urgency: isUrgent ? 'high' : 'normal',
  }
}
