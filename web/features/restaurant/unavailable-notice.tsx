import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of a restaurant that was deleted, or never was. */
export function UnavailableNotice({ action, level }: { action?: ReactNode; level?: 2 | 3 }) {
  return (
    <EmptyState title="Restaurant Unavailable" action={action} level={level ?? 3}>
      This restaurant is no longer in the database
    </EmptyState>
  )
}
