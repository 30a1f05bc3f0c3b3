import { useEffect } from 'react'
import { AlertBanner } from './alert-banner.tsx'
import { keepInline, releaseInline, useInlineAlerts } from './late-alerts.ts'
import { dismiss } from './use-alerts.ts'

/** How long after the form is shown an alert may still push it, in milliseconds, if no one has touched it. */
const settlingMs = 1_000

/**
 * Shown above the sign-in and registration forms; those that come once a form is in use are in the header instead.
 * Stays mounted while empty, so that new alerts are announced.
 */
export function InlineAlerts() {
  const alerts = useInlineAlerts()
  useEffect(() => {
    const timer = setTimeout(keepInline, settlingMs)
    const events = ['pointerdown', 'keydown', 'input'] as const
    for (const event of events) addEventListener(event, keepInline, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, keepInline, { capture: true })
      releaseInline()
    }
  }, [])
  return (
    <div aria-live="polite" className={alerts.length > 0 ? 'mb-6 flex flex-col gap-3' : 'contents'}>
      {alerts.map(alert => (
        <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(alert)} />
      ))}
    </div>
  )
}
