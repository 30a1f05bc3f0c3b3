import { usePublicConfig } from '#web/api/public-config.ts'
import { requestRestaurantLink } from '#web/features/account/support-links.ts'
import { CardSkeleton } from '#web/features/restaurant/card-skeleton.tsx'
import { columnsClass } from '#web/kit/whole-grid.tsx'
import { formLinkTarget } from '#web/lib/form-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function LoadingList() {
  return (
    <div className={columnsClass}>
      {[1, 2, 3, 4, 5, 6].map(card => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}

interface NothingFoundProps {
  campusName: string
  search: string
  onClear: () => void
}

export function NothingFound({ campusName, search, onClear }: NothingFoundProps) {
  const text = search.trim()
  const request = requestRestaurantLink(usePublicConfig())
  return (
    <EmptyState
      title="No restaurants found"
      level={3}
      action={
        text ? (
          <Button onClick={onClear}>Clear search</Button>
        ) : (
          <a href={request} {...formLinkTarget(request)} className={buttonClass()}>
            Request a Restaurant
          </a>
        )
      }
    >
      {text
        ? `Nothing near ${campusName} has “${text}” in its name or address.`
        : `There are no restaurants near ${campusName} yet.`}
    </EmptyState>
  )
}
