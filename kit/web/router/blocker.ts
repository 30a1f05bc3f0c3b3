import type { HistoryLocation } from '@tanstack/history'
import { useEffect, useEffectEvent, useState } from 'react'
import { parseQuery, type Search } from './params.ts'
import { browserHistory } from './router.ts'

/** The address that is shown, or that would be. */
export interface Place {
  pathname: string
  search: Search
}

interface BlockerOptions {
  shouldBlock: (current: Place, next: Place) => boolean
  /** The browser asks before the window closes. */
  beforeUnload: boolean
  /** False: blocks the navigation without asking the user. */
  asks?: boolean
}

interface Blocker {
  /** A navigation is blocked and waits for the user's answer. */
  isBlocked: boolean
  proceed: () => void
  reset: () => void
}

/** Blocks changes of the address, including Back and Forward. */
export function useBlocker({ shouldBlock, beforeUnload, asks = true }: BlockerOptions): Blocker {
  const [answer, setAnswer] = useState<(stays: boolean) => void>()
  const isBlocked = useEffectEvent(async (current: Place, next: Place) => {
    if (!shouldBlock(current, next)) return false
    if (!asks) return true
    const stays = await new Promise<boolean>(resolve => setAnswer(() => resolve))
    setAnswer(undefined)
    return stays
  })
  useEffect(
    () =>
      browserHistory().block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          isBlocked(placeOf(currentLocation), placeOf(nextLocation)),
        enableBeforeUnload: beforeUnload,
      }),
    [beforeUnload],
  )
  return {
    isBlocked: answer !== undefined,
    proceed: () => answer?.(false),
    reset: () => answer?.(true),
  }
}

const placeOf = ({ pathname, search }: HistoryLocation): Place => ({ pathname, search: parseQuery(search) })
