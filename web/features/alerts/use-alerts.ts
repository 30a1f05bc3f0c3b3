import { useQuery } from '@tanstack/react-query'
import { type Alert, listActiveAlerts } from '#contract/alerts.ts'
import { read } from '#web/api/queries.ts'
import { type AlertPlace, alertsFor, dismissalKey } from './alert-choice.ts'
import { useDismissals } from './dismissals.ts'

const pollInterval = 60_000

/** Polls every minute while the tab is visible. Errors are ignored: no alert is worth an error message. */
export function useAlerts(place: AlertPlace): Alert[] {
  const { data = [] } = useQuery({
    ...read(listActiveAlerts),
    refetchInterval: pollInterval,
  })
  const dismissed = useDismissals()
  return alertsFor(data, place).filter(alert => !dismissed.includes(dismissalKey(alert)))
}
