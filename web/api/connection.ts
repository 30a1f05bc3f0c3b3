import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getPublicConfig } from '#contract/settings.ts'
import { read } from './queries.ts'

const pollInterval = 2_000

let lost = false
const listeners = new Set<() => void>()

/** Whether the connection is lost; true until the server responds again. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lost,
  )
}

/** Called when a request didn't reach the server: polls until it responds, then retries what failed. */
export function connectionLost(queryClient: QueryClient): void {
  if (lost) return
  set(true)
  const poll = async () => {
    if (!(await isServerReachable(queryClient))) {
      setTimeout(poll, pollInterval)
      return
    }
    set(false)
    await queryClient.invalidateQueries({
      predicate: query => query.state.status === 'error' || query.isStale(),
    })
  }
  setTimeout(poll, pollInterval)
}

// Asks for the public settings: they are the cheapest call of the API, take the same route through proxies as
// all others, and may have changed in the meantime.
async function isServerReachable(queryClient: QueryClient): Promise<boolean> {
  try {
    await queryClient.fetchQuery({ ...read(getPublicConfig), staleTime: 0 })
    return true
  } catch {
    return false
  }
}

function set(value: boolean): void {
  lost = value
  for (const listener of listeners) listener()
}
