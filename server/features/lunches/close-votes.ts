import { randomInt } from 'node:crypto'
import { type Decision, decide } from '#domain/lunch-decision.ts'
import { listLunchOptions, listLunchVotes } from '#server/data/lunch-votes-store.ts'
import { listDueLunchIds, lockLunches, updateLunch } from '#server/data/lunches-store.ts'
import type { Db, LunchRow } from '#server/database/schema.ts'
import type { Deps, Jobs } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#server/jobs/background-work.ts'
import { canBeVotedFor } from './present-lunches.ts'

type ClosingDeps = Pick<Deps, 'db' | 'now' | 'changes'> & { jobs: Pick<Jobs, 'chatPoster' | 'pushSender'> }

/** Closes each vote when it is due. Reading an overdue vote closes it too. */
export function createLunchClock(deps: ClosingDeps & Pick<Deps, 'log'>): BackgroundWork {
  return backgroundWork({
    interval: 1_000,
    work: async () => {
      const ids = await listDueLunchIds(deps.db, deps.now().toISOString())
      await closeVotes(deps, ids)
    },
    onError: (error, isFirst) => {
      // Logging this every second would flood the log while the database is down.
      if (isFirst) deps.log.error({ err: error }, 'votes could not be closed')
    },
  })
}

/** Closes the votes of those of these lunches that are due and still open. */
export async function closeVotes({ db, now, changes, jobs }: ClosingDeps, ids: number[]): Promise<void> {
  for (const id of ids) {
    await db.transaction().execute(async tx => {
      const [lunch] = await lockLunches(tx, [id])
      const time = now().toISOString()
      if (lunch && isDue(lunch, time)) await decideByVotes(tx, lunch, time)
    })
    changes.wake()
    jobs.chatPoster.wake()
    jobs.pushSender.wake()
  }
}

export const isDue = ({ state, decidesAt }: Pick<LunchRow, 'state' | 'decidesAt'>, time: string): boolean =>
  state === 'voting' && decidesAt !== null && decidesAt <= time

/** Decides a locked lunch by its votes; if no place is left to choose, it ends undecided. */
export async function decideByVotes(
  tx: Db,
  lunch: LunchRow,
  time: string,
  by: number | null = null,
): Promise<LunchRow> {
  const options = (await listLunchOptions(tx, [lunch.id])).filter(canBeVotedFor)
  const votes = await listLunchVotes(tx, [lunch.id])
  const counted = options.map(({ restaurantId }) => ({
    restaurantId,
    votes: votes.filter(vote => vote.restaurantId === restaurantId).length,
  }))
  const decision = decide(counted, below => randomInt(below))
  const chosen = options.find(option => option.restaurantId === decision?.restaurantId)
  return saveDecision(tx, lunch, { decision, name: chosen?.restaurant?.name ?? null, time, by })
}

export async function saveDecision(
  tx: Db,
  lunch: LunchRow,
  {
    decision,
    name,
    time,
    by,
  }: { decision: Decision | null; name: string | null; time: string; by: number | null },
): Promise<LunchRow> {
  return updateLunch(
    tx,
    lunch.id,
    {
      state: 'decided',
      decidedRestaurantId: decision?.restaurantId ?? null,
      decidedName: name,
      decidedHow: decision?.how ?? null,
      decidedTied: JSON.stringify(decision?.tied ?? []),
    },
    time,
    by,
  )
}
