import type { WebsiteOutcome } from '#features/restaurants/websites-contract.ts'
import { seconds } from '#kit/rules/units.ts'
import { type Network, requestPublic } from '#kit/server/outbound/public-request.ts'

type Options = {
  userAgent: string
  timeLimit?: number
  allowPrivateAddresses?: boolean
  resolve?: Network['resolve']
}

/**
 * Checks websites with one request each. It follows no redirects, reads nothing of the page, and never connects to this
 * machine or a private network.
 */
export function createWebsites({
  userAgent,
  timeLimit = 8 * seconds,
  allowPrivateAddresses = false,
  resolve,
}: Options) {
  return {
    /** Checks whether a website still exists. Rejects only if `signal` is aborted. */
    async check(url: string, signal: AbortSignal): Promise<WebsiteOutcome> {
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
        const response = await requestPublic(new URL(url), {
          signal: within,
          headers: { accept: 'text/html', 'user-agent': userAgent },
          allowPrivateAddresses,
          network: { resolve },
        })
        response.destroy()
        return outcomeOf(response.statusCode ?? 0)
      } catch (error) {
        signal.throwIfAborted()
        // Any other error may be a problem of our network, or a temporary one of theirs.
        return isUnknownName(error) ? 'gone' : 'unclear'
      }
    },
  }
}

// A website that rejects the request exists: many block programs.
function outcomeOf(status: number): WebsiteOutcome {
  if (status === 404 || status === 410) return 'gone'
  return status >= 200 && status < 500 ? 'there' : 'unclear'
}

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'
