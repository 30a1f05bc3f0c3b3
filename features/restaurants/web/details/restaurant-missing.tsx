import type { ReactNode } from 'react'
import type { ApiError } from '#kit/web/api/call.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'

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
