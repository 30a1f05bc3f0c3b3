/** How far this device's clock is behind the server's, in milliseconds. */
let clockOffset = 0

/**
 * Records the server's current time, exact to `precision` milliseconds. The device's own clock may be minutes off,
 * but 'leaves in 12 min' must still be right.
 */
export function noteServerTime(serverTime: number, precision: number): void {
  const found = serverTime - Date.now()
  if (Number.isFinite(found) && Math.abs(found - clockOffset) > precision) clockOffset = found
}

export const serverNow = (): Date => toServerTime(new Date())

/** Converts a time of this device's clock to the server's. */
export const toServerTime = (time: Date): Date => new Date(time.getTime() + clockOffset)
