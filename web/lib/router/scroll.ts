import type { HistoryLocation } from '@tanstack/history'
import { useLayoutEffect } from 'react'

const name = 'scroll positions'
let positions = new Map<string, number>()
let current: HistoryLocation | undefined

/** Longer than a list takes to be drawn. */
const drawnWithin = 5_000
const doings = ['wheel', 'pointerdown', 'keydown']

/** From now on the window scrolls where this module says, and not before the page is rendered. */
export function keepScroll(): void {
  window.history.scrollRestoration = 'manual'
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(name) ?? '[]'))
    addEventListener('pagehide', () => {
      if (current) rememberScroll(current)
      sessionStorage.setItem(name, JSON.stringify([...positions]))
    })
  } catch {
    // Without storage a reload begins at the top.
  }
}

/** Where the window is when an entry of the history is left. */
export function rememberScroll({ state }: HistoryLocation): void {
  if (state.key) positions.set(state.key, window.scrollY)
}

/** Scrolls to where the window was at this entry, to what the address names, or to the top. */
export function useScroll(shown: { location: HistoryLocation; scrolls: boolean } | undefined): void {
  useLayoutEffect(() => {
    current = shown?.location
    if (!shown?.scrolls) return undefined
    const { state, hash } = shown.location
    const before = state.key ? positions.get(state.key) : undefined
    const named = before === undefined && hash !== '' && document.getElementById(hash.slice(1))
    if (!named) return returnTo(before ?? 0)
    named.scrollIntoView()
    return undefined
  }, [shown])
}

/** Lists are drawn in pieces: while the page is too short for it, again as it grows, until somebody does something. */
function returnTo(top: number): (() => void) | undefined {
  const isThere = () => {
    window.scrollTo(0, top)
    return top === 0 || window.scrollY > top - 1
  }
  if (isThere()) return undefined
  const observer = new ResizeObserver(() => isThere() && stop())
  const stop = () => observer.disconnect()
  observer.observe(document.body)
  for (const doing of doings) addEventListener(doing, stop, { once: true })
  setTimeout(stop, drawnWithin)
  return stop
}
