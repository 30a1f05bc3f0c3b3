import { Dialog } from '#kit/web/overlays/dialog.tsx'
import type { Alert } from '../contract.ts'
import { AlertBanner } from './alert-banner.tsx'
import { dismiss } from './use-alerts.ts'

interface AlertsDialogProps {
  open: boolean
  alerts: readonly Alert[]
  onClose: () => void
}

/** All alerts of the header in full. */
export function AlertsDialog({ open, alerts, onClose }: AlertsDialogProps) {
  if (!open) return null
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
