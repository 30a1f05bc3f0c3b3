import type { HistoryLocation } from '@tanstack/history'
import { useLayoutEffect } from 'react'

const storageKey = 'scroll positions'
let positions = new Map<string, number>()
let current: HistoryLocation | undefined
/** Where the window is, since its last scroll. To ask while the page is left would style and lay it out once more. */
let top = 0

/** In milliseconds: longer than a list takes to render. */
const maxWaitMs = 5_000
const userEvents = ['wheel', 'pointerdown', 'keydown']

/** Takes over scroll restoration from the browser, which would scroll before the page is rendered. */
export function takeOverScrolling(): void {
  window.history.scrollRestoration = 'manual'
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    // Without storage, a reload starts at the top.
  }
  addEventListener('scroll', () => {
    top = window.scrollY
  })
  addEventListener('pagehide', store)
}

function store(): void {
  if (current?.state.key) positions.set(current.state.key, top)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {
    // It may be readable, but full.
  }
}

/** Remembers the scroll position when the user leaves a history entry. */
export function rememberScroll({ state }: HistoryLocation): void {
  if (state.key) positions.set(state.key, window.scrollY)
}

/** Scrolls to where the window was at this entry, to the element that the address names, or to the top. */
export function useScroll(shown: { location: HistoryLocation; scrolls: boolean } | undefined): void {
  useLayoutEffect(() => {
    current = shown?.location
    if (!shown?.scrolls) return undefined
    const { state, hash } = shown.location
    const before = state.key ? positions.get(state.key) : undefined
    if (before !== undefined || hash === '') return scrollUntil(() => scrollToOffset(before ?? 0))
    const named = () => document.getElementById(hash.slice(1))
    if (!named()) window.scrollTo(0, 0)
    // What is above it may still grow.
    return scrollUntil(() => {
      named()?.scrollIntoView()
      return false
    })
  }, [shown])
}

/** Whether the page is long enough to scroll there. */
function scrollToOffset(top: number): boolean {
  window.scrollTo(0, top)
  return top === 0 || window.scrollY > top - 1
}

/** Pages render in parts: scrolls again whenever the page grows, until it is there or the user does something. */
function scrollUntil(isThere: () => boolean): (() => void) | undefined {
  if (isThere()) return undefined
  const observer = new ResizeObserver(() => isThere() && stop())
  const stop = () => observer.disconnect()
  observer.observe(document.body)
  for (const event of userEvents) addEventListener(event, stop, { once: true })
  setTimeout(stop, maxWaitMs)
  return stop
}
