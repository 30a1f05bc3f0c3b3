import { seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { decideByVotes, isDue } from './close-votes.ts'
import { listDueLunchIds, lockLunches } from './lunches-store.ts'
import { listLunchesToNotice, notifyIfDue } from './news/notify.ts'

type ClockDeps = Pick<Deps, 'db' | 'now' | 'log'>

/** Visits can wait for a few seconds, and finding them reads the lunches of a month. */
const roundsPerVisits = 5

/**
 * Closes each vote when it is due, and notifies people ten minutes before their lunch leaves and before its vote
 * closes, and after it (`enterVisits`).
 */
export function createLunchClock(deps: ClockDeps, enterVisits: () => Promise<unknown>): BackgroundWork {
  const { db, now, log } = deps
  let round = 0
  return backgroundWork({
    interval: 1 * seconds,
    work: async stopping => {
      const isForVisits = round % roundsPerVisits === 0
      round += 1
      try {
        await catchUpAll(deps, await listDueLunchIds(db, now().toISOString()), stopping)
        await catchUpAll(deps, await listLunchesToNotice(db, now()), stopping)
      } finally {
        if (isForVisits && !stopping.aborted) await enterVisits()
      }
    },
    onError: (error, isFirst) => {
      // Logging this every second would flood the log while the database is down.
      if (isFirst)
        log.error({ err: error }, 'votes could not be closed, or people not be notified of lunches')
    },
  })
}

/**
 * Does for each of these lunches what is due. Reading an overdue vote does so too. One that fails doesn't keep the others
 * from it; the first error is thrown at the end.
 */
export async function catchUpAll(
  { db, now }: Omit<ClockDeps, 'log'>,
  ids: number[],
  stopping?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    if (stopping?.aborted) break
    const caughtUp = db.transaction().execute(async tx => {
      await catchUp(tx, await lockLunches(tx, [id]), now().toISOString())
    })
    await caughtUp.catch(error => errors.push(error))
    await giveWay()
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Closes the votes of locked lunches that are due, and then notifies of what is due. Whoever changes a lunch does so
 * first, so that the change doesn't affect them.
 */
export async function catchUp(tx: Db, locked: Row<'lunches'>[], time: string): Promise<Row<'lunches'>[]> {
  const lunches: Row<'lunches'>[] = []
  for (const lunch of locked) {
    const closed = isDue(lunch, time) ? await decideByVotes(tx, lunch, time) : lunch
    await notifyIfDue(tx, closed, { time, by: null })
    lunches.push(closed)
  }
  return lunches
}
