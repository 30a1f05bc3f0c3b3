import { SuggestLink } from '#features/suggestions/web/suggest-link.tsx'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { EmptyPlate, EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'

interface NextStepProps {
  search: string
  /** The chosen filters, in words. */
  filters: readonly string[]
  onClear: () => void
  onClearFilters: () => void
}

interface NothingFoundProps extends NextStepProps {
  campusName: string
}

/** Where 'Decide For Me' is at the lower edge, the next step is above it instead. */
export function NothingFound({ campusName, ...step }: NothingFoundProps) {
  const { filters } = step
  const text = step.search.trim()
  return (
    <div className="max-md:tall:-my-6">
      <EmptyState
        title="No restaurants found"
        level={3}
        illustration={<EmptyPlate className="mb-5 max-md:tall:hidden" />}
        action={<NextStep {...step} className="max-md:tall:hidden" />}
      >
        {filters.length > 0
          ? sentence`Nothing near ${campusName} is ${filters.join(', ')}${text && `, with “${text}” in its name or address`}.`
          : text
            ? sentence`Nothing near ${campusName} has “${text}” in its name or address.`
            : sentence`There are no restaurants near ${campusName} yet.`}
      </EmptyState>
    </div>
  )
}

/** What to do when no restaurant is shown. */
export function NextStep(props: NextStepProps & { className: string }) {
  const { search, filters, onClear, onClearFilters, className } = props
  const { requestRestaurantUrl } = usePublicConfig()
  if (filters.length > 0)
    return (
      <Button onClick={onClearFilters} className={className}>
        Clear all filters
      </Button>
    )
  if (search.trim())
    return (
      <Button onClick={onClear} className={className}>
        Clear search
      </Button>
    )
  return (
    <SuggestLink kind="restaurant" external={requestRestaurantUrl} className={buttonClass({ className })}>
      Request a Restaurant
    </SuggestLink>
  )
}
