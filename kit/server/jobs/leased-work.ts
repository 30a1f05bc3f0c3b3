import { seconds } from '#kit/rules/units.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import { type Lease, LeaseLost, withLease } from './lease.ts'

const pollInterval = 15 * seconds

type LeasedWork<Piece> = {
  /** The name of the lease. */
  lease: string
  /** The next piece of work; undefined if nothing is left. */
  findNext: () => Promise<Piece | undefined>
  /** Does the piece or a part of it. The signal of the lease is also aborted when the work must stop. */
  work: (piece: Piece, lease: Lease) => Promise<unknown>
  /** The log messages for when another process has taken over, and for when `work` threw an error. */
  takenOver: string
  interrupted: string
}

/**
 * Does work that is stored in the database, piece by piece, and in only one process at a time. Requests can run between
 * two pieces. Interrupted work continues at the next start, or in another process.
 */
export function leasedWork<Piece>(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  { lease: name, findNext, work, takenOver, interrupted }: LeasedWork<Piece>,
): BackgroundWork {
  return backgroundWork({
    interval: pollInterval,
    work: async stopping => {
      // Without this check, every process would take and release a lease all day long.
      if (!(await findNext())) return
      await withLease(deps, name, async lease => {
        const signal = AbortSignal.any([lease.signal, stopping])
        while (!signal.aborted) {
          const piece = await findNext()
          if (!piece) return
          await work(piece, { ...lease, signal })
          await giveWay()
        }
      })
    },
    onError: error => {
      if (error instanceof LeaseLost) deps.log.warn(takenOver)
      else deps.log.error({ err: error }, interrupted)
    },
  })
}
