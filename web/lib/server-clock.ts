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

export const serverNow = (): Date => byServer(new Date())

/** What the server's clock shows when this device's shows that. */
export const byServer = (time: Date): Date => new Date(time.getTime() + behind)
