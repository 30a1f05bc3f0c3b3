import { useMinute, useNow } from './now.ts'
import { byServer } from './server-clock.ts'

/** The present by the server's clock, in whole seconds; what uses it is drawn again each second. */
export const useServerNow = (): Date => byServer(useNow())

/** The same, a minute off at most; what uses it is drawn again each minute. */
export const useServerMinute = (): Date => byServer(useMinute())
