import { Plus } from 'lucide-react'
import { Link } from '#web/lib/router/link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown in an empty installation instead of the overview. */
export function FirstSteps() {
  return (
    <EmptyState
      title="Add the first places"
      action={
        <>
          <Link to="/admin" search={{ section: 'import' }} className={buttonClass({ variant: 'primary' })}>
            Import a list
          </Link>
          <Link to="/admin" search={{ section: 'restaurants', add: 'restaurant' }} className={buttonClass()}>
            <Plus aria-hidden="true" />
            Add a restaurant
          </Link>
        </>
      }
    >
      Once people rate restaurants, figures and tasks appear here.
    </EmptyState>
  )
}
