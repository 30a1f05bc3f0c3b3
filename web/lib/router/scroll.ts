import type { HistoryLocation } from '@tanstack/history'
import { useLayoutEffect } from 'react'

const name = 'scroll positions'
let positions = new Map<string, number>()
let current: HistoryLocation | undefined

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
    if (!shown?.scrolls) return
    const { state, hash } = shown.location
    const before = state.key ? positions.get(state.key) : undefined
    const named = before === undefined && hash !== '' && document.getElementById(hash.slice(1))
    if (named) named.scrollIntoView()
    else window.scrollTo(0, before ?? 0)
  }, [shown])
}
