import { AlertList } from './alert-list.tsx'
import { useAlerts } from './use-alerts.ts'

/** On every page; beside the inline alerts of a page it leaves out what those show already. */
export function CornerAlerts({ besidesInline }: { besidesInline: boolean }) {
  const inline = useAlerts('inline')
  const alerts = useAlerts('corner').filter(alert => !besidesInline || !inline.includes(alert))
  return <AlertList label="System alerts" alerts={alerts} className="corner-alerts" />
}
