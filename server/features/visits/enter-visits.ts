import { timestampBefore } from '#domain/timestamps.ts'
import { days, minutes } from '#domain/units.ts'
import { localDate } from '#domain/zoned-time.ts'
import { insertLunchVisits, listLunchesToEnter, markVisitsEntered } from '#server/data/visits-store.ts'
import { isUnwritable } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'

/** How long after a lunch left everybody who was in has been there. */
const after = 45 * minutes
/** What nobody has looked at for so long is left alone. */
const longAgo = 31 * days

/**
 * Enters the visits of lunches that left 45 minutes ago: before anybody reads visits, and now and then. Once for each lunch,
 * so that a visit that somebody removed doesn't come back.
 */
export async function enterLunchVisits({
  db,
  now,
  config,
}: Pick<Deps, 'db' | 'now' | 'config'>): Promise<void> {
  const time = now()
  const stretch = { from: timestampBefore(time, longAgo), until: timestampBefore(time, after) }
  const lunches = await listLunchesToEnter(db, stretch)
  for (const { id, leavesAt } of lunches) {
    const date = localDate(new Date(leavesAt), config.timeZone)
    await db
      .transaction()
      .execute(async tx => {
        // Visits first: they lock their people, and people are always locked before lunches.
        await insertLunchVisits(tx, id, { date, createdAt: time.toISOString() })
        if (!(await markVisitsEntered(tx, id))) throw new EnteredMeanwhile()
      })
      .catch(error => {
        // Nobody is refused to read for what can't be written now: it is entered later.
        if (!(error instanceof EnteredMeanwhile || isUnwritable(error))) throw error
      })
  }
}

class EnteredMeanwhile extends Error {}
