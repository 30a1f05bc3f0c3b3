import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import { createStore, useStore } from '#kit/web/browser/store.ts'
import { type Alert, listActiveAlerts } from '../contract.ts'
import { type AlertPlace, alertsFor, dismissalKey } from './alert-choice.ts'

const pollInterval = 60_000

/** Polls every minute while the tab is visible. Errors are ignored: no alert is worth an error message. */
export function useAlerts(place: AlertPlace): Alert[] {
  const { data = [] } = useQuery({ ...read(listActiveAlerts), refetchInterval: pollInterval })
  const isDismissed = useDismissals()
  return alertsFor(data, place).filter(alert => !isDismissed(alert))
}

const storageKey = 'dismissed-alerts'
const dismissals = createStore(stored())

/** Whether an alert was dismissed in this tab. It stays dismissed after a reload, but not on a new visit. */
export function useDismissals(): (alert: Alert) => boolean {
  const dismissed = useStore(dismissals)
  return alert => dismissed.includes(dismissalKey(alert))
}

export function dismiss(alert: Alert): void {
  const dismissed = [...dismissals.get(), dismissalKey(alert)]
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
