import { Dialog } from '#kit/web/overlays/dialog.tsx'
import type { Alert } from '../contract.ts'
import { AlertBanner } from './alert-banner.tsx'
import { dismiss } from './use-alerts.ts'

/** All alerts of the header in full. */
export function AlertsDialog({ alerts, onClose }: { alerts: readonly Alert[]; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} backCloses focusesPanel title="System alerts">
      <div className="flex flex-col gap-3">
        {alerts.map(alert => (
          <AlertBanner key={alert.id} alert={alert} onDismiss={() => dismiss(alert)} />
        ))}
      </div>
    </Dialog>
  )
}
