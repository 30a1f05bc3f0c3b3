import { AlertList } from './alert-list.tsx'
import { useAlerts } from './use-alerts.ts'

interface CornerAlertsProps {
  /** The page shows alerts inline: those aren't repeated. */
  besidesInline: boolean
  className: string
}

/** On every page. */
export function CornerAlerts({ besidesInline, className }: CornerAlertsProps) {
  const inline = useAlerts('inline')
  const alerts = useAlerts('corner').filter(alert => !besidesInline || !inline.includes(alert))
  return <AlertList label="System alerts" alerts={alerts} className={className} />
}

/** Above the forms for signing in and registering. */
export function InlineAlerts() {
  return <AlertList alerts={useAlerts('inline')} className="mb-6 flex flex-col gap-3" />
}
