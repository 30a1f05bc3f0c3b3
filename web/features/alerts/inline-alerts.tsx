import { AlertBanner } from './alert-banner.tsx'
import { dismissalKey } from './alert-choice.ts'
import { dismiss } from './dismissals.ts'
import { useAlerts } from './use-alerts.ts'

/** Shown above the sign-in and registration forms. Stays mounted while empty, so that new alerts are announced. */
export function InlineAlerts() {
  const alerts = useAlerts('inline')
  return (
    <div aria-live="polite" className={alerts.length > 0 ? 'mb-6 flex flex-col gap-3' : 'contents'}>
      {alerts.map(alert => (
        <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(dismissalKey(alert))} />
      ))}
    </div>
  )
}
