import { useSyncExternalStore } from 'react'

const storageKey = 'dismissed-alerts'
const listeners = new Set<() => void>()
let dismissed: readonly string[] = stored()

/** The alerts dismissed in this tab. They stay dismissed after a reload, but not on a new visit. */
export function useDismissals(): readonly string[] {
  return useSyncExternalStore(subscribe, () => dismissed)
}

export function dismiss(dismissal: string): void {
  dismissed = [...dismissed, dismissal]
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(dismissed))
  } catch {
    // Storage may be blocked: then the dismissal lasts until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
  } catch {
    return []
  }
}
