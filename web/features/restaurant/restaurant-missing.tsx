import type { ApiError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { UnavailableNotice } from './unavailable-notice.tsx'

interface RestaurantMissingProps {
  error: ApiError
  open: boolean
  onClose: () => void
  onRetry: () => void
  retrying?: boolean
}

/** The dialog of a restaurant that doesn't exist, or couldn't be fetched. */
export function RestaurantMissing({ error, open, onClose, onRetry, retrying }: RestaurantMissingProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Restaurant" hideTitle>
      {error.status === 404 ? (
        <UnavailableNotice action={<Button onClick={onClose}>Close</Button>} level={3} />
      ) : (
        <ErrorState message={error.message} onRetry={onRetry} retrying={retrying ?? false} />
      )}
    </Dialog>
  )
}
