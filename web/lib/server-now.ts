import { useSyncExternalStore } from 'react'
import { eachSecond, useNow } from './now.ts'
import { byServer, serverNow } from './server-clock.ts'

/** The present by the server's clock, in whole seconds; what uses it is drawn again each second. */
export const useServerNow = (): Date => byServer(useNow())

/** The same in whole minutes; what uses it is drawn again each minute, and when the server says that this device's clock is wrong. */
export const useServerMinute = (): Date => new Date(useSyncExternalStore(eachSecond, serverMinute) * 60_000)

const serverMinute = () => Math.floor(serverNow().getTime() / 60_000)
