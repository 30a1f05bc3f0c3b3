import { useSyncExternalStore } from 'react'
import { serverNow, toServerTime } from './server-clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The current time by the device's clock, in whole seconds; only components that use it re-render each second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribeToSeconds, currentSecond) * 1000)
}

/** The current time by the server's clock, in whole seconds; re-renders each second. */
export const useServerNow = (): Date => toServerTime(useNow())

/** The same in whole minutes; re-renders each minute, and when the device's clock turns out to be wrong. */
export const useServerMinute = (): Date =>
  new Date(useSyncExternalStore(subscribeToSeconds, serverMinute) * 60_000)

const currentSecond = () => Math.floor(Date.now() / 1000)
const serverMinute = () => Math.floor(serverNow().getTime() / 60_000)

/** Calls the listener at the beginning of each second. */
function subscribeToSeconds(listener: () => void): () => void {
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
