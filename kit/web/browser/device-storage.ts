/** Reads what this browser keeps between visits; null if there is nothing or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value between visits; null deletes it. If storage is blocked, nothing is kept and nothing fails. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The user is asked for it, or types it, each time.
  }
}

/** The keys with this prefix that have a value; none if storage is blocked. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return []
  }
}
