import { useSyncExternalStore } from 'react'
import { subscribeToSeconds, useNow } from './now.ts'
import { serverNow, toServerTime } from './server-clock.ts'

/** The current time by the server's clock, in whole seconds; re-renders each second. */
export const useServerNow = (): Date => toServerTime(useNow())

/** The same in whole minutes; re-renders each minute, and when the device's clock turns out to be wrong. */
export const useServerMinute = (): Date =>
  new Date(useSyncExternalStore(subscribeToSeconds, serverMinute) * 60_000)

const serverMinute = () => Math.floor(serverNow().getTime() / 60_000)
