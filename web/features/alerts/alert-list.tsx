import type { Alert } from '#contract/alerts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { readingOf } from './alert-choice.ts'
import { dismiss } from './dismissals.ts'

/** Stays mounted while empty, so that what comes is announced, in a pause. */
export function AlertList({ alerts, className }: { alerts: Alert[]; className: string }) {
  return (
    <section
      aria-label="System alerts"
      aria-live="polite"
      className={alerts.length > 0 ? className : 'contents'}
    >
      {alerts.map(alert => (
        <Banner
          key={alert.id}
          quiet
          severity={alert.severity}
          title={alert.title}
          onDismiss={() => dismiss(readingOf(alert))}
        >
          <p className="whitespace-pre-line">{alert.message}</p>
        </Banner>
      ))}
    </section>
  )
}
