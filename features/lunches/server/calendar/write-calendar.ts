import ical, {
  escape as escapeText,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import { isolated, sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { hours, minutes } from '#kit/rules/units.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Lunch } from '../../contract.ts'
import { placesOf } from '../../lunch-places.ts'
import { lunchClock } from '../../lunch-times.ts'

/** Lunches have no end, but events in a calendar need one. */
const eventDuration = hours

/**
 * Writes lunches as a calendar (RFC 5545). A lunch's version, which grows with every change, is its SEQUENCE. Cancelled
 * lunches stay included, so that calendar apps show that they are off; lunches that their reader left don't.
 */
export async function writeCalendar(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  lunches: Lunch[],
): Promise<Buffer> {
  const rows = await list(db, 'lunches', { id: lunches.map(({ id }) => id) })
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const restaurantIds = lunches.map(({ decision }) => decision?.restaurantId).filter(id => id !== undefined)
  const restaurants = await readRestaurantsById(db, restaurantIds)
  const calendar = ical({
    prodId: { company: 'Common Table', product: 'Lunches' },
    // The library escapes every text but this one.
    name: escapeText(plain(sentence`Lunches, ${config.appName}`), false),
    // How often calendar apps should refresh, in seconds.
    ttl: (15 * minutes) / 1000,
    events: lunches.map(lunch => {
      const { createdAt = lunch.leavesAt, changedAt } = rowOf.get(lunch.id) ?? {}
      return {
        id: uidOf(config, lunch.id, createdAt),
        sequence: lunch.version,
        // The last change, not the present: the same lunches are the same bytes, which a calendar app needn't fetch again.
        stamp: new Date(changedAt ?? createdAt),
        start: new Date(lunch.leavesAt),
        end: new Date(Date.parse(lunch.leavesAt) + eventDuration),
        ...describe(config, lunch, restaurants.get(lunch.decision?.restaurantId ?? 0)?.address),
      }
    }),
  })
  const text = `${calendar.toString()}\r\n`
  return Buffer.from(calendar.length() > 0 ? text : text.replace('END:VCALENDAR', `${utcZone}END:VCALENDAR`))
}

/** A calendar has at least one component (RFC 5545, 3.4). One without lunches has the time zone of their times. */
const utcZone = `${[
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')}\r\n`

// Includes the time of creation, because ids may be reused after a restore.
function uidOf({ appUrl }: Deps['config'], id: number, createdAt: string): string {
  return `lunch-${id}-${Date.parse(createdAt)}@${new URL(appUrl).hostname}`
}

function describe({ appUrl, timeZone }: Deps['config'], lunch: Lunch, address = '') {
  const { id, state, decision, decidesAt, meetingPoint, host, note, options } = lunch
  const isCancelled = state === 'cancelled'
  const voting = decidesAt ? `Lunch (vote until ${lunchClock(new Date(decidesAt), timeZone)})` : 'Lunch'
  const names = distinctNames(placesOf(lunch))
  const restaurant = decision && (names.get(decision.restaurantId) ?? '')
  const summary = restaurant ? `Lunch at ${restaurant}` : state === 'voting' ? voting : 'Lunch'
  const url = `${appUrl}/?lunch=${id}`
  const lines = [
    meetingPoint && sentence`Meeting point: ${meetingPoint}`,
    host && sentence`Host: ${fullName(host)}`,
    state === 'voting' && `Vote: ${options.map(({ restaurantId }) => names.get(restaurantId)).join(', ')}`,
    note,
    url,
  ]
  return {
    summary: plain(isCancelled ? `Cancelled: ${summary}` : summary),
    description: plain(lines.filter(Boolean).join('\n')),
    ...(decision && {
      location: plain([decision.name, address].filter(Boolean).map(isolated).join(', ')),
    }),
    url,
    ...shownAs[state],
  }
}

/** Outlook goes by its own field, and keeps the earlier value of one that is missing. */
const shownAs = {
  voting: {
    status: ICalEventStatus.TENTATIVE,
    transparency: ICalEventTransparency.OPAQUE,
    busystatus: ICalEventBusyStatus.TENTATIVE,
  },
  decided: {
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
    busystatus: ICalEventBusyStatus.BUSY,
  },
  cancelled: {
    status: ICalEventStatus.CANCELLED,
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  },
}

/** Removes the characters that a calendar's text can't contain; the library escapes and folds the rest. */
const plain = (text: string) => text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
