import { sql } from 'kysely'
import { timestampAfter, timestampBefore } from '#kit/rules/time/timestamps.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { isUnwritable } from '#kit/server/database/drivers/dialect.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { prepared } from '#kit/server/database/drivers/prepared.ts'
import { change } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

/** How long after a lunch left its people count as having been there. */
const visitDelay = 45 * minutes
/** Lunches that left longer ago get no visits any more. */
const maxAge = 31 * days

/**
 * Enters the visits of lunches that left at least 45 minutes ago. Runs periodically and before visits are read, but
 * enters each lunch only once, so that a visit that a user removed doesn't come back. Returns whether there were any.
 */
export async function enterLunchVisits({
  db,
  now,
  config,
  followers,
}: Pick<Deps, 'db' | 'now' | 'config' | 'followers'>): Promise<boolean> {
  const time = now()
  const period = { from: timestampBefore(time, maxAge), until: timestampBefore(time, visitDelay) }
  const lunches = await listLunchesWithoutVisits(db, period)
  for (const lunch of lunches) {
    const { id, leavesAt } = lunch
    const date = localDate(new Date(leavesAt), config.timeZone)
    await db
      .transaction()
      .execute(async tx => {
        if (!(await enterVisitsOf(tx, id, { date, createdAt: time.toISOString() })))
          throw new AlreadyEntered()
        const from = timestampAfter(new Date(leavesAt), visitDelay)
        await followers.visitsEntered(tx, lunch, { time: time.toISOString(), from })
      })
      .catch(error => {
        // Reading must work even if nothing can be written now: the visits are entered later.
        if (!(error instanceof AlreadyEntered || isUnwritable(error))) throw error
      })
    await giveWay()
  }
  return lunches.length > 0
}

class AlreadyEntered extends Error {}

/** The decided lunches that left in this period and whose visits have not been added yet. Every Home asks for them. */
const listLunchesWithoutVisits = prepared<{ from: string; until: string }>()((db, value) =>
  db
    .selectFrom('lunches')
    .select(['id', 'leavesAt', 'campusCode', 'department'])
    .where('leavesAt', '>', value('from'))
    .where('leavesAt', '<=', value('until'))
    .where('state', '=', 'decided')
    .where('decidedRestaurantId', 'is not', null)
    .where('visitsEntered', '=', false)
    .orderBy('id'),
)

/**
 * Adds a visit for each person in a lunch, unless they already have one to the same place on that day. False if another
 * process was faster.
 */
export async function enterVisitsOf(
  tx: Db,
  lunchId: number,
  { date, createdAt }: { date: string; createdAt: string },
): Promise<boolean> {
  // Visits first: inserting them locks their users, and users must always be locked before lunches.
  await tx
    .insertInto('visits')
    .columns(['userId', 'restaurantId', 'date', 'lunchId', 'dismissed', 'createdAt'])
    .expression(eb =>
      eb
        .selectFrom('lunchPeople')
        .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
        .select('lunchPeople.userId')
        .select(({ ref }) => [
          ref('lunches.decidedRestaurantId').$notNull().as('restaurantId'),
          sql<string>`cast(${date} as text)`.as('date'),
          'lunches.id as lunchId',
          sql<boolean>`false`.as('dismissed'),
          sql<string>`cast(${createdAt} as text)`.as('createdAt'),
        ])
        .where('lunches.id', '=', lunchId)
        .orderBy('lunchPeople.userId'),
    )
    .onConflict(conflict => conflict.columns(['userId', 'restaurantId', 'date']).doNothing())
    .execute()
  const entered = await change(tx, 'lunches', { id: lunchId, visitsEntered: false }, { visitsEntered: true })
  return entered.length > 0
}
