import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

interface RestaurantMissingProps {
  error: ApiError
  onClose: () => void
  onRetry: () => void
  retrying?: boolean
}

/** The dialog shown if a restaurant doesn't exist or couldn't be fetched. */
export function RestaurantMissing({ error, onClose, onRetry, retrying }: RestaurantMissingProps) {
  return (
    <Dialog onClose={onClose} title="Restaurant" hideTitle>
      {error.status === 404 ? (
        <UnavailableNotice action={<Button onClick={onClose}>Close</Button>} />
      ) : (
        <ErrorState message={error.message} onRetry={onRetry} retrying={retrying} />
      )}
    </Dialog>
  )
}

/** Shown for a restaurant that was deleted or never existed. */
export function UnavailableNotice({ action, level = 3 }: { action: ReactNode; level?: 2 | 3 }) {
  return (
    <EmptyState title="Restaurant Unavailable" action={action} level={level}>
      This restaurant is no longer in the database
    </EmptyState>
  )
}
