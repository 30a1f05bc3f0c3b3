/** The campus that somebody chose last in this browser. */
export function lastCampusOf(userId: number): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

export function rememberCampus(userId: number, code: string): void {
  try {
    localStorage.setItem(keyOf(userId), code)
  } catch {
    // Storage may be barred: the chooser is then asked anew at each visit.
  }
}

const keyOf = (userId: number) => `campus-of-${userId}`
