export type BackgroundWork = {
  /** Works off what there is, in the background; call it after the commit of what makes new work. */
  wake: () => void
  /** Looks for work from now on, also for that of other processes and what is to be tried again. */
  start: () => void
  /** Begins nothing more, and resolves when the piece under way has ended. */
  stop: () => Promise<void>
  /** Resolves when nothing is being worked on. */
  settled: () => Promise<void>
}

type Work = {
  /** How often to look, in milliseconds. */
  every: number
  /** Works off everything that is due, or stops where it is once the signal is aborted. */
  work: (stopping: AbortSignal) => Promise<void>
  /** Called with what `work` throws, unless it was stopped; `isFirst`: the round before had not failed. */
  failed: (error: unknown, isFirst: boolean) => void
}

/** Work that the database holds and any process may do: one round at a time here, and another when there was a wake meanwhile. */
export function backgroundWork({ every, work, failed }: Work): BackgroundWork {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wokenAgain = false
  let hasFailed = false

  const workOff = async () => {
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
    round = workOff()
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
