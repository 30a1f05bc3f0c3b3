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
  onBlocked: (attempt: BlockerFnArgs) => void
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
      blockerFn: block,
      enableBeforeUnload: () => blockers.some(({ beforeUnload }) => beforeUnload),
    })
    isListening = true
  }
  return () => void blockers.splice(blockers.indexOf(blocker), 1)
}

function block(attempt: BlockerFnArgs): boolean {
  const { action, currentLocation, nextLocation } = attempt
  // Only the return below leads where one is.
  if (action === 'GO' && positionOf(nextLocation) === positionOf(currentLocation)) return false
  const blocker = blockers.findLast(({ blocks }) => blocks(attempt))
  if (!blocker) return false
  if (action === 'PUSH' || action === 'REPLACE') blocker.onBlocked(attempt)
  else whenReturned(positionOf(currentLocation), () => blocker.onBlocked(attempt))
  return true
}

/**
 * The history returns from a blocked Back with a step of its own, which the user's next Back can overtake on a slow
 * phone, or end if it leads to another site. The page would then show another address than the browser, so it returns
 * from there as well.
 */
function whenReturned(position: number, then: () => void): void {
  const step = () => window.history.go(position - positionOf(window.history))
  const ended = setTimeout(step, returnTime)
  const check = () => {
    clearTimeout(ended)
    if (position === positionOf(window.history)) return then()
    whenReturned(position, then)
    step()
  }
  window.addEventListener('popstate', check, { once: true })
}

/** In milliseconds; it takes some tens of them. */
const returnTime = 1_000

const positionOf = ({ state }: Pick<History, 'state'>): number => state?.__TSR_index ?? 0

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
  const blocks = useEffectEvent(({ currentLocation, nextLocation }: BlockerFnArgs) =>
    shouldBlock(placeOf(currentLocation), placeOf(nextLocation)),
  )
  useEffect(
    () => add({ blocks: attempt => blocks(attempt), onBlocked: setAttempt, beforeUnload }),
    [beforeUnload],
  )
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
  const onBlocked = useEffectEvent(onClose)
  // Before it is painted: from then on, Back is meant for it.
  useLayoutEffect(
    () => (isOpen ? add({ blocks: isBack, onBlocked: () => onBlocked(), beforeUnload: false }) : undefined),
    [isOpen],
  )
}

const isBack = ({ action }: BlockerFnArgs): boolean => action === 'BACK' && !urlParams.isClosing()

function repeat({ action, currentLocation, nextLocation }: BlockerFnArgs): void {
  const history = browserHistory()
  const unasked = { ignoreBlocker: true }
  const { href, state } = nextLocation
  if (action === 'PUSH') history.push(href, state, unasked)
  else if (action === 'REPLACE') history.replace(href, state, unasked)
  else history.go(positionOf(nextLocation) - positionOf(currentLocation), unasked)
}

const placeOf = ({ pathname, search }: HistoryLocation): Place => ({ pathname, search: parseQuery(search) })
