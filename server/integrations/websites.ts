import type { WebsiteOutcome } from '#contract/websites.ts'
import { seconds } from '#domain/units.ts'
import { type Network, requestPublic } from './public-request.ts'

export type Websites = {
  /** Whether a website is still there. Rejects only when `signal` is aborted. */
  look: (url: string, signal: AbortSignal) => Promise<WebsiteOutcome>
}

type Options = {
  userAgent: string
  timeLimit?: number
  mayBeAnywhere?: boolean
  resolve?: Network['resolve']
}

/**
 * Looks at websites from outside: one request each, no redirect followed, no byte of the page read, and never to this
 * machine or its own networks.
 */
export function createWebsites({
  userAgent,
  timeLimit = 8 * seconds,
  mayBeAnywhere = false,
  resolve,
}: Options): Websites {
  return {
    async look(url, signal) {
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
        const response = await requestPublic(new URL(url), {
          signal: within,
          headers: { accept: 'text/html', 'user-agent': userAgent },
          mayBeAnywhere,
          network: { resolve },
        })
        response.destroy()
        return outcomeOf(response.statusCode ?? 0)
      } catch (error) {
        signal.throwIfAborted()
        // Everything else may be our own network, or a bad day of theirs.
        return isUnknownName(error) ? 'gone' : 'unclear'
      }
    },
  }
}

// A refusal comes from a website that is there: many let no program in.
function outcomeOf(status: number): WebsiteOutcome {
  if (status === 404 || status === 410) return 'gone'
  return status >= 200 && status < 500 ? 'there' : 'unclear'
}

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
