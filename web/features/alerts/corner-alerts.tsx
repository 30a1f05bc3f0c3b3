import { AlertList } from './alert-list.tsx'
import { useAlerts } from './use-alerts.ts'

interface CornerAlertsProps {
  /** The page also shows inline alerts: don't repeat those in the corner. */
  excludesInline: boolean
  className: string
}

/** Shown on every page. */
export function CornerAlerts({ excludesInline, className }: CornerAlertsProps) {
  const inline = useAlerts('inline')
  const alerts = useAlerts('corner').filter(alert => !excludesInline || !inline.includes(alert))
  return <AlertList label="System alerts" alerts={alerts} className={className} />
}

/** Shown above the sign-in and registration forms. */
export function InlineAlerts() {
  return <AlertList alerts={useAlerts('inline')} className="mb-6 flex flex-col gap-3" />
}
