import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createToken, hashToken } from '#features/accounts/server/tokens/tokens.ts'
import { isDisabled } from '#features/accounts/server/users/account-state.ts'
import type { HandlerResult } from '#kit/contract/endpoint.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { matchesEtag } from '#kit/server/http/matches-etag.ts'
import { serve } from '#kit/server/http/serve.ts'
import * as contract from '../../calendar-contract.ts'
import { readLunch, readLunchesByIds } from '../read-lunches.ts'
import { writeCalendar } from './write-calendar.ts'

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
    const rows = await db
      .selectFrom('lunchPeople')
      .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
      .select('lunches.id')
      .where('lunchPeople.userId', '=', owner.id)
      .where('lunches.leavesAt', '>=', timestampBefore(now(), feedPeriod))
      .execute()
    const lunchIds = rows.map(({ id }) => id)
    const lunches = await readLunchesByIds(deps, lunchIds)
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
