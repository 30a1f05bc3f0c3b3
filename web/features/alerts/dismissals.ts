import { useSyncExternalStore } from 'react'

const key = 'dismissed-alerts'
const listeners = new Set<() => void>()
let dismissed: readonly string[] = stored()

/** What this visitor dismissed in this tab; it stays dismissed after a reload, not on a new visit. */
export function useDismissals(): readonly string[] {
  return useSyncExternalStore(subscribe, () => dismissed)
}

export function dismiss(reading: string): void {
  dismissed = [...dismissed, reading]
  try {
    sessionStorage.setItem(key, JSON.stringify(dismissed))
  } catch {
    // Storage may be blocked: the dismissal then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
  } catch {
    return []
  }
}
