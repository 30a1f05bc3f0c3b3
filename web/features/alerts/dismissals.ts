import { createStore, useStore } from '#web/lib/store.ts'

const storageKey = 'dismissed-alerts'
const dismissals = createStore(stored())

/** The alerts dismissed in this tab. They stay dismissed after a reload, but not on a new visit. */
export function useDismissals(): readonly string[] {
  return useStore(dismissals)
}

export function dismiss(dismissal: string): void {
  const dismissed = [...dismissals.get(), dismissal]
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(dismissed))
  } catch {
    // Storage may be blocked: then the dismissal lasts until the page is reloaded.
  }
  dismissals.set(dismissed)
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
  } catch {
    return []
  }
}
