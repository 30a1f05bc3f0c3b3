import { AlertList } from './alert-list.tsx'
import { useAlerts } from './use-alerts.ts'

export function InlineAlerts() {
  return <AlertList alerts={useAlerts('inline')} className="mb-6 flex flex-col gap-3" />
}
