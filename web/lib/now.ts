import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The current time in whole seconds; only its users re-render each second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentSecond) * 1000)
}

const currentSecond = () => Math.floor(Date.now() / 1000)

function subscribe(listener: () => void): () => void {
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

/** The present, in whole minutes: what uses it is drawn again each minute. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute) * 60_000)
}

const currentMinute = () => Math.floor(Date.now() / 60_000)
