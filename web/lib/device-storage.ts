/** What this browser keeps from visit to visit; null where there is nothing, or where storage is barred. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets it. Where storage is barred, nothing is kept and all else goes on. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Then it is asked for, or typed, each time.
  }
}
