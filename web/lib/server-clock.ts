import { useNow } from './now.ts'

/** How far this device's clock is behind the server's, in milliseconds. */
let behind = 0

/**
 * What the server's clock showed a moment ago, to `precision` milliseconds. A device's own clock may be minutes off, and
 * 'leaves in 12 min' must be right all the same.
 */
export function noteServerTime(serverTime: number, precision: number): void {
  const found = serverTime - Date.now()
  if (Number.isFinite(found) && Math.abs(found - behind) > precision) behind = found
}

export const serverNow = (): Date => new Date(Date.now() + behind)

/** The present by the server's clock, in whole seconds; what uses it is drawn again each second. */
export function useServerNow(): Date {
  return new Date(useNow().getTime() + behind)
}
