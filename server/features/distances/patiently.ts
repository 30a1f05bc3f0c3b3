import { ServiceError, waitForLimit } from '#server/integrations/service.ts'

/** A limit is waited for so long and so often; a recalculation has time. */
const patience = { seconds: 120, attempts: 4 }

/** Repeats what met a limit, once the limit is over. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const isFinal = !(error instanceof ServiceError) || attempt === patience.attempts
      if (isFinal || !(await waitForLimit(error, patience.seconds, signal))) throw error
    }
  }
}
