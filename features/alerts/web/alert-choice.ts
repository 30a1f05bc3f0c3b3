import type { Alert, Severity } from '../contract.ts'

/** 'inline': on the sign-in and registration pages. */
export type AlertPlace = 'corner' | 'inline'

const severityOrder: Record<Severity, number> = { danger: 0, warning: 1, info: 2 }

/** The alerts for one place, most severe first, then latest. */
export function alertsFor(alerts: readonly Alert[], place: AlertPlace): Alert[] {
  const isMeant = (alert: Alert) => (place === 'corner' ? alert.showCornerAlert : alert.showOnLogin)
  return alerts
    .filter(alert => alert.isActive && isMeant(alert))
    .toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity] || b.id - a.id)
}

/** Identifies an alert for its dismissal: when its text or severity changes, the alert is shown again. */
export function dismissalKey({ id, severity, title, message }: Alert): string {
  return JSON.stringify([id, severity, title, message])
}
