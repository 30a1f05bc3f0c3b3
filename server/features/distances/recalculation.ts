import { LeaseLost, withLease } from '#server/database/lease.ts'
import type { Deps } from '#server/deps.ts'
import { recalculateNext } from './recalculate-next.ts'
import { findRunning } from './runs-store.ts'

type RecalculationDeps = Pick<Deps, 'db' | 'log' | 'now' | 'mapbox'>

export type Recalculation = {
  /** Goes on with what was begun, in the background; call it after the commit of a new run. */
  kick: () => void
  /** From now on, also takes up the run of another process that has died. */
  start: () => void
  /** Ends the call that is under way; the run goes on where it is with the next start, or in another process. */
  stop: () => Promise<void>
  /** Resolves when this process calculates nothing. */
  settled: () => Promise<void>
}

const lookEvery = 15_000

/** Works off the runs that the database holds; among all processes that share it, one at a time. */
export function createRecalculation(deps: RecalculationDeps): Recalculation {
  const { log } = deps
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let kickedAgain = false

  const work = async () => {
    do {
      kickedAgain = false
      await goOn(deps, stopping.signal)
    } while (kickedAgain && !stopping.signal.aborted)
  }
  const kick = () => {
    kickedAgain = true
    if (round || stopping.signal.aborted) return
    round = work()
      .catch(error => {
        if (stopping.signal.aborted) return
        if (error instanceof LeaseLost) log.warn('another process goes on with the distances')
        else log.error({ err: error }, 'the recalculation of distances was interrupted')
      })
      .finally(() => {
        round = undefined
      })
  }
  return {
    kick,
    start: () => {
      timer = setInterval(kick, lookEvery).unref()
      kick()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await round
    },
    settled: async () => {
      while (round !== undefined) await round
    },
  }
}

async function goOn(deps: RecalculationDeps, stopping: AbortSignal): Promise<void> {
  // Without this look, every process would take and give back a lease all day long.
  if (!(await findRunning(deps.db))) return
  await withLease(deps, 'recalculate distances', async lease => {
    const signal = AbortSignal.any([lease.signal, stopping])
    while (!signal.aborted) {
      const run = await findRunning(deps.db)
      if (!run) return
      await recalculateNext(deps, run, { ...lease, signal })
    }
  })
}
