import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import ical, {
  escape as escapeText,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { createToken, hashToken } from '#features/accounts/server/tokens/tokens.ts'
import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import type { HandlerResult } from '#kit/contract/endpoint.ts'
import { isolated, sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, hours, minutes } from '#kit/rules/units.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { matchesEtag } from '#kit/server/http/matches-etag.ts'
import { serve } from '#kit/server/http/serve.ts'
import * as contract from '../../calendar-contract.ts'
import type { Lunch } from '../../contract.ts'
import { placesOf } from '../../lunch-places.ts'
import { lunchClock } from '../../lunch-times.ts'
import { readLunch, readLunches, type Shown } from '../read-lunches.ts'

type FeedReply = HandlerResult<typeof contract.readCalendarFeed>

/** How far back a feed goes. */
const feedPeriod = 60 * days

/** A calendar that still requests an expired address does so rarely; trying many addresses looks like guessing. */
const unknownCalendars: RequestLimit = { key: 'unknown calendars', max: 100, milliseconds: 10 * minutes }

export function calendarApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, now } = deps

  serve(app, contract.getLunchCalendar, async ({ params, viewer, reply }) => {
    const lunch = await readLunch(deps, params.id, viewer)
    nameFile(reply, `lunch-${lunch.id}.ics`)
    return writeCalendar(deps, [lunch])
  })

  serve(app, contract.readCalendarFeed, async ({ params, request, reply }): Promise<FeedReply> => {
    // robots.txt allows these addresses, because some calendar services obey it.
    reply.header('x-robots-tag', 'noindex')
    const owner = await db
      .selectFrom('calendarFeeds')
      .innerJoin('users', 'users.id', 'calendarFeeds.userId')
      .selectAll('users')
      .where('tokenHash', '=', hashToken(params.token))
      .executeTakeFirst()
    if (!owner || isDisabled(owner)) {
      // Never an existing one: a calendar service, or an office, is one network for many people.
      await countOrRefuse(deps, unknownCalendars, request.ip)
      throw notFound('Calendar not found')
    }
    // Cancelled ones included.
    const lunches = await readLunches(deps, () =>
      db
        .selectFrom('lunchPeople')
        .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
        .selectAll('lunches')
        .where('lunchPeople.userId', '=', owner.id)
        .where('lunches.leavesAt', '>=', timestampBefore(now(), feedPeriod))
        .orderBy('lunches.id')
        .execute(),
    )
    nameFile(reply, 'lunches.ics')
    const body = await writeCalendar(deps, lunches)
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    // Calendar apps ask every quarter of an hour; most of the time nothing has changed.
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    return matchesEtag(request.headers, etag) ? { status: 304, body: undefined } : { status: 200, body }
  })

  serve(app, contract.getCalendar, async ({ viewer }) => ({
    createdAt: (await find(db, 'calendarFeeds', { userId: viewer.id }))?.createdAt ?? null,
  }))

  serve(app, contract.createCalendar, async ({ viewer }) => {
    const token = createToken()
    const feed = { tokenHash: hashToken(token), createdAt: now().toISOString() }
    // The previous address stops working.
    await db
      .insertInto('calendarFeeds')
      .values({ userId: viewer.id, ...feed })
      .onConflict(conflict => conflict.column('userId').doUpdateSet(feed))
      .execute()
    return { url: `${config.appUrl}/api/calendar/${token}.ics` }
  })

  serve(app, contract.removeCalendar, async ({ viewer }) => {
    await remove(db, 'calendarFeeds', { userId: viewer.id })
  })
}

// Phones open an inline calendar, but only save one that is an attachment.
function nameFile(reply: FastifyReply, filename: string): void {
  reply.header('content-disposition', `inline; filename="${filename}"`)
}

/** Lunches have no end, but events in a calendar need one. */
const eventDuration = hours

/**
 * Writes lunches as a calendar (RFC 5545). A lunch's version, which grows with every change, is its SEQUENCE. Cancelled
 * lunches stay included, so that calendar apps show that they are off; lunches that their reader left don't.
 */
async function writeCalendar({ config, db }: Deps, lunches: Shown[]): Promise<Buffer> {
  const restaurantIds = lunches.map(({ decision }) => decision?.restaurantId).filter(id => id !== undefined)
  const restaurants = await readRestaurantsById(db, restaurantIds)
  const calendar = ical({
    prodId: { company: 'Common Table', product: 'Lunches' },
    // The library escapes every text but this one.
    name: escapeText(plain(sentence`Lunches, ${config.appName}`), false),
    // How often calendar apps should refresh, in seconds.
    ttl: (15 * minutes) / 1000,
    events: lunches.map(lunch => ({
      id: uidOf(config, lunch),
      sequence: lunch.version,
      // The last change, not the present: the same lunches are the same bytes, which a calendar app needn't fetch again.
      stamp: new Date(lunch.changedAt ?? lunch.createdAt),
      start: new Date(lunch.leavesAt),
      end: new Date(Date.parse(lunch.leavesAt) + eventDuration),
      ...describe(config, lunch, restaurants.get(lunch.decision?.restaurantId ?? 0)?.address),
    })),
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
function uidOf({ appUrl }: Deps['config'], { id, createdAt }: Shown): string {
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
