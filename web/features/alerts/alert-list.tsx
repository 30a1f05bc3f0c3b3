import type { Alert } from '#contract/alerts.ts'
import { AlertBanner } from './alert-banner.tsx'
import { dismissalKey } from './alert-choice.ts'
import { dismiss } from './dismissals.ts'

interface AlertListProps {
  alerts: Alert[]
  /** Makes it a landmark, if it is outside all others. */
  label?: string
  className: string
}

/** Stays mounted while empty, so that new alerts are announced. */
export function AlertList({ alerts, label, className }: AlertListProps) {
  const Element = label ? 'section' : 'div'
  return (
    <Element aria-label={label} aria-live="polite" className={alerts.length > 0 ? className : 'contents'}>
      {alerts.map(alert => (
        <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(dismissalKey(alert))} />
      ))}
    </Element>
  )
}
