import { AlertList } from './alert-list.tsx'
import { useAlerts } from './use-alerts.ts'

interface CornerAlertsProps {
  /** The page shows alerts inline: what is said there isn't said again. */
  besidesInline: boolean
  className: string
}

/** On every page. */
export function CornerAlerts({ besidesInline, className }: CornerAlertsProps) {
  const inline = useAlerts('inline')
  const alerts = useAlerts('corner').filter(alert => !besidesInline || !inline.includes(alert))
  return <AlertList label="System alerts" alerts={alerts} className={className} />
}
