import type { BlockerFnArgs, HistoryLocation } from '@tanstack/history'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { parseQuery, type Search } from './params.ts'
import { browserHistory } from './router.ts'
import { urlParams } from './search-params.ts'

/** The address that is shown, or that would be. */
export interface Place {
  pathname: string
  search: Search
}

interface Blocker {
  blocks: (attempt: BlockerFnArgs) => boolean
  /** The browser asks before the window closes. */
  beforeUnload: boolean
}

/** The last one is asked first: it belongs to what lies on top. */
const blockers: Blocker[] = []
let isListening = false

function add(blocker: Blocker): () => void {
  blockers.push(blocker)
  if (!isListening) {
    browserHistory().block({
      blockerFn: attempt => blockers.findLast(({ blocks }) => blocks(attempt)) !== undefined,
      enableBeforeUnload: () => blockers.some(({ beforeUnload }) => beforeUnload),
    })
    isListening = true
  }
  return () => void blockers.splice(blockers.indexOf(blocker), 1)
}

interface BlockerOptions {
  shouldBlock: (current: Place, next: Place) => boolean
  beforeUnload: boolean
}

interface Blocked {
  /** A navigation was blocked and waits for the user's answer. */
  isBlocked: boolean
  proceed: () => void
  reset: () => void
}

/** Blocks changes of the address, including Back and Forward. */
export function useBlocker({ shouldBlock, beforeUnload }: BlockerOptions): Blocked {
  const [attempt, setAttempt] = useState<BlockerFnArgs>()
  const blocks = useEffectEvent((attempt: BlockerFnArgs) => {
    const { currentLocation, nextLocation } = attempt
    const isBlocked = shouldBlock(placeOf(currentLocation), placeOf(nextLocation))
    if (isBlocked) setAttempt(attempt)
    return isBlocked
  })
  useEffect(() => add({ blocks: attempt => blocks(attempt), beforeUnload }), [beforeUnload])
  const reset = () => setAttempt(undefined)
  return {
    isBlocked: attempt !== undefined,
    proceed: () => {
      reset()
      if (attempt) repeat(attempt)
    },
    reset,
  }
}

/** Back closes what is opened by a state rather than by the address, instead of leaving what lies below it. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const blocks = useEffectEvent(({ action }: BlockerFnArgs) => {
    const isBack = action === 'BACK' && !urlParams.isClosing()
    if (isBack) onClose()
    return isBack
  })
  // Before it is painted: from then on, Back is meant for it.
  useLayoutEffect(
    () => (isOpen ? add({ blocks: attempt => blocks(attempt), beforeUnload: false }) : undefined),
    [isOpen],
  )
}

function repeat({ action, currentLocation, nextLocation }: BlockerFnArgs): void {
  const history = browserHistory()
  const unasked = { ignoreBlocker: true }
  const { href, state } = nextLocation
  if (action === 'PUSH') history.push(href, state, unasked)
  else if (action === 'REPLACE') history.replace(href, state, unasked)
  else history.go(state.__TSR_index - currentLocation.state.__TSR_index, unasked)
}

const placeOf = ({ pathname, search }: HistoryLocation): Place => ({ pathname, search: parseQuery(search) })
