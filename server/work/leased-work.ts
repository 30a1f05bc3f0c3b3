import { seconds } from '#domain/units.ts'
import type { Deps } from '#server/deps.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import { type Lease, LeaseLost, withLease } from './lease.ts'

const lookEvery = 15 * seconds

type LeasedWork<Piece> = {
  /** The name of the lease. */
  lease: string
  /** What is to be done next; undefined where nothing is left. */
  findNext: () => Promise<Piece | undefined>
  /** Does it, or a part of it; the signal of the lease is also aborted when the work is to stop. */
  work: (piece: Piece, lease: Lease) => Promise<unknown>
  /** What the log says when another process has taken over, and when `work` threw. */
  takenOver: string
  interrupted: string
}

/**
 * Works off what the database holds, piece by piece; among all processes that share it, one at a time. What is stopped
 * continues with the next start, or in another process.
 */
export function leasedWork<Piece>(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  { lease: name, findNext, work, takenOver, interrupted }: LeasedWork<Piece>,
): BackgroundWork {
  return backgroundWork({
    every: lookEvery,
    work: async stopping => {
      // Without this look, every process would take and give back a lease all day long.
      if (!(await findNext())) return
      await withLease(deps, name, async lease => {
        const signal = AbortSignal.any([lease.signal, stopping])
        while (!signal.aborted) {
          const piece = await findNext()
          if (!piece) return
          await work(piece, { ...lease, signal })
        }
      })
    },
    failed: error => {
      if (error instanceof LeaseLost) deps.log.warn(takenOver)
      else deps.log.error({ err: error }, interrupted)
    },
  })
}
