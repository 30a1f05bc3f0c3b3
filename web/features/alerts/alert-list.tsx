import { useState } from 'react'
import type { Alert } from '#contract/alerts.ts'
import { AlertBanner } from './alert-banner.tsx'
import { readingOf } from './alert-choice.ts'
import { dismiss } from './dismissals.ts'

interface AlertListProps {
  alerts: Alert[]
  /** Makes it a landmark, if it is outside all others. */
  label?: string
  className: string
}

/**
 * Stays mounted while empty, so that new alerts are announced. What a page began with has its place there; what comes while it
 * is read lies over it (shell.css), so that nothing moves under a finger.
 */
export function AlertList({ alerts, label, className }: AlertListProps) {
  const [first] = useState(() => alerts.map(({ id }) => id))
  const banners = (isLate: boolean) =>
    alerts
      .filter(({ id }) => first.includes(id) !== isLate)
      .map(alert => <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(readingOf(alert))} />)
  const Element = label ? 'section' : 'div'
  return (
    <Element aria-label={label} aria-live="polite" className={className}>
      <div>{banners(false)}</div>
      <div className="late-alerts">{banners(true)}</div>
    </Element>
  )
}
