import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The current time in whole seconds; only components that use it re-render each second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribeToSeconds, currentSecond) * 1000)
}

const currentSecond = () => Math.floor(Date.now() / 1000)

/** Calls the listener at the beginning of each second. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) tickAtNextSecond()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

function tickAtNextSecond(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener()
      tickAtNextSecond()
    },
    1000 - (Date.now() % 1000),
  )
}
