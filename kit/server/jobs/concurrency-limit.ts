import { busy } from '#kit/server/http/errors.ts'

/**
 * Returns a function that runs only `concurrency` pieces of heavy work at the same time. The others wait; if
 * too many are waiting already, the caller is rejected with 503.
 */
export function limitConcurrency({ concurrency, maxQueue }: { concurrency: number; maxQueue: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxQueue) throw busy()
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
