import { seconds } from '#domain/units.ts'
import { lockLunches } from '#server/data/lunches-store.ts'
import { listLunchesToNotice, queueDueNotices } from '#server/data/push-queue-store.ts'
import type { Db, LunchRow } from '#server/database/schema.ts'
import type { Deps, Jobs } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from '#server/jobs/background-work.ts'
import { decideByVotes, isDue } from './close-votes.ts'

type NoticeDeps = Pick<Deps, 'db' | 'now' | 'log' | 'changes'> & {
  jobs: Pick<Jobs, 'chatPoster' | 'pushSender'>
}

/** Notifies people ten minutes before their lunch leaves and before its vote closes, and after it (`enterVisits`). */
export function createLunchNotices(deps: NoticeDeps, enterVisits: () => Promise<unknown>): BackgroundWork {
  const { db, now, log, changes, jobs } = deps
  return backgroundWork({
    interval: 5 * seconds,
    work: async stopping => {
      await enterVisits()
      for (const id of await listLunchesToNotice(db, now())) {
        if (stopping.aborted) return
        await db.transaction().execute(async tx => {
          const [lunch] = await lockLunches(tx, [id])
          if (lunch) await catchUp(tx, lunch, now().toISOString())
        })
        changes.wake()
        jobs.chatPoster.wake()
      }
      jobs.pushSender.wake()
    },
    onError: (error, isFirst) => {
      // Logging this in every run would flood the log while the database is down.
      if (isFirst) log.error({ err: error }, 'people could not be notified of lunches')
    },
  })
}

/** Closes the vote of a locked lunch if it is due, and queues the notices that are due: in this order. */
export async function catchUp(tx: Db, lunch: LunchRow, time: string): Promise<LunchRow> {
  const closed = isDue(lunch, time) ? await decideByVotes(tx, lunch, time) : lunch
  await queueDueNotices(tx, closed, { time, by: null })
  return closed
}
