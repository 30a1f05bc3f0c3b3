import { timestampAfter, timestampBefore } from '#kit/rules/time/timestamps.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { isUnwritable } from '#kit/server/database/drivers/dialect.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import type { Deps } from '#kit/server/deps.ts'
import { insertLunchVisits, listLunchesWithoutVisits, markVisitsEntered } from './visits-store.ts'

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
        // Visits first: inserting them locks their users, and users must always be locked before lunches.
        await insertLunchVisits(tx, id, { date, createdAt: time.toISOString() })
        if (!(await markVisitsEntered(tx, id))) throw new AlreadyEntered()
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
