import { SuggestLink } from '#features/suggestions/web/suggest-link.tsx'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'

interface NothingFoundProps {
  campusName: string
  search: string
  /** The chosen filters, in words. */
  filters: readonly string[]
  onClear: () => void
  onClearFilters: () => void
}

export function NothingFound({ campusName, search, filters, onClear, onClearFilters }: NothingFoundProps) {
  const text = search.trim()
  const { requestRestaurantUrl } = usePublicConfig()
  return (
    <EmptyState
      title="No restaurants found"
      level={3}
      action={
        filters.length > 0 ? (
          <Button onClick={onClearFilters}>Clear all filters</Button>
        ) : text ? (
          <Button onClick={onClear}>Clear search</Button>
        ) : (
          <SuggestLink kind="restaurant" external={requestRestaurantUrl} className={buttonClass()}>
            Request a Restaurant
          </SuggestLink>
        )
      }
    >
      {filters.length > 0
        ? sentence`Nothing near ${campusName} is ${filters.join(', ')}${text && `, with “${text}” in its name or address`}.`
        : text
          ? sentence`Nothing near ${campusName} has “${text}” in its name or address.`
          : sentence`There are no restaurants near ${campusName} yet.`}
    </EmptyState>
  )
}
