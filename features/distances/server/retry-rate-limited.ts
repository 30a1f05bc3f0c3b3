import { ServiceError, waitForLimit } from '#kit/server/outbound/service-error.ts'

/** How long and how often to wait for a rate limit. A recalculation has time. */
const limits = { seconds: 120, attempts: 4 }

/** Retries requests that hit a rate limit, once it is over. */
export async function retryRateLimited<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const isFinal = !(error instanceof ServiceError) || attempt === limits.attempts
      if (isFinal || !(await waitForLimit(error, limits.seconds, signal))) throw error
    }
  }
}
