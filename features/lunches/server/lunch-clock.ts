import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { enterLunchVisits } from '#features/visits/server/enter-visits.ts'
import { seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#kit/server/jobs/background-work.ts'
import { decide } from '../lunch-decision.ts'
import { canBeVotedFor, decided, listLunchOptions } from './lunches-store.ts'
import { listLunchesToNotice, notifyIfDue } from './news/notify.ts'
import { changeAndTell } from './news/tell.ts'

/** Visits can wait for a few seconds, and finding them reads the lunches of a month. */
const roundsPerVisits = 5

/**
 * Closes each vote when it is due, and notifies people ten minutes before their lunch leaves and before its vote
 * closes, and after it (`enterLunchVisits`).
 */
export function createLunchClock(deps: Deps): BackgroundWork {
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
        if (isForVisits && !stopping.aborted) await enterLunchVisits(deps)
      }
    },
    onError: (error, isFirst) => {
      // Logging this every second would flood the log while the database is down.
      if (isFirst)
        log.error({ err: error }, 'votes could not be closed, or people not be notified of lunches')
    },
  })
}

/** The lunches whose vote is due to be decided. */
export async function listDueLunchIds(db: Db, time: string): Promise<number[]> {
  const rows = await db
    .selectFrom('lunches')
    .select('id')
    // A literal value and no ordering; otherwise the index of open votes isn't used.
    .where('state', '=', sql.lit('voting'))
    .where('decidesAt', '<=', time)
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Does for each of these lunches what is due. Reading an overdue vote does so too. One that fails doesn't keep the others
 * from it; the first error is thrown at the end.
 */
export async function catchUpAll(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ids: number[],
  stopping?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    if (stopping?.aborted) break
    const caughtUp = db.transaction().execute(async tx => {
      await catchUp(tx, await lock(tx, 'lunches', { id }), now().toISOString())
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

export const isDue = (
  { state, decidesAt }: Pick<Row<'lunches'>, 'state' | 'decidesAt'>,
  time: string,
): boolean => state === 'voting' && decidesAt !== null && decidesAt <= time

/** Decides a locked lunch by its votes; if no restaurant is left to choose, it ends undecided. */
export async function decideByVotes(
  tx: Db,
  lunch: Row<'lunches'>,
  time: string,
  { by = null, takeBackUntil = null }: { by?: number | null; takeBackUntil?: string | null } = {},
): Promise<Row<'lunches'>> {
  const options = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
  const votes = await list(tx, 'lunchVotes', { lunchId: lunch.id })
  const counted = options.map(({ restaurantId }) => ({
    restaurantId,
    votes: votes.filter(vote => vote.restaurantId === restaurantId).length,
  }))
  const decision = decide(counted, below => randomInt(below))
  const chosen = options.find(option => option.restaurantId === decision?.restaurantId)
  const outcome = decided(decision, chosen?.restaurant?.name ?? null)
  return changeAndTell(tx, lunch.id, { ...outcome, takeBackUntil }, { time, by })
}
