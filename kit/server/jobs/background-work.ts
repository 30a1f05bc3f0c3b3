export type BackgroundWork = {
  /**
   * Does all pending work in the background; call it after the commit that creates new work. For queues of deliveries,
   * `wakeAfterCommit` does.
   */
  wake: () => void
  /** Looks for work regularly from now on, including the work of other processes and retries. */
  start: () => void
  /** Starts nothing more, and resolves when the work in progress has ended. */
  stop: () => Promise<void>
  /** Resolves when no work is in progress. */
  settled: () => Promise<void>
}

type Work = {
  /** How often to look, in milliseconds. */
  interval: number
  /** Does everything that is due, or stops early once the signal is aborted. */
  work: (stopping: AbortSignal) => Promise<void>
  /**
   * Called with any error of `work`, unless the work was stopped.
   * `isFirst` means that the previous round did not fail.
   */
  onError: (error: unknown, isFirst: boolean) => void
}

/**
 * Runs work that is stored in the database and that any process may do. In this process, one round runs at a
 * time, and another one follows if `wake` was called in the meantime.
 */
export function backgroundWork({ interval: every, work, onError: failed }: Work): BackgroundWork {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wokenAgain = false
  let hasFailed = false

  const runRounds = async () => {
    try {
      do {
        wokenAgain = false
        await work(stopping.signal)
        hasFailed = false
      } while (wokenAgain && !stopping.signal.aborted)
    } catch (error) {
      if (!stopping.signal.aborted) failed(error, !hasFailed)
      hasFailed = true
    } finally {
      // Must run synchronously after the last check of `wokenAgain`, or a wake in between would be lost.
      round = undefined
    }
  }
  const wake = () => {
    wokenAgain = true
    if (round || stopping.signal.aborted) return
    round = runRounds()
  }
  return {
    wake,
    start: () => {
      timer = setInterval(wake, every).unref()
      wake()
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
