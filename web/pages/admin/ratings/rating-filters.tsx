import { useQuery } from '@tanstack/react-query'
import type { AdminRating } from '#contract/admin-ratings.ts'
import { getRestaurant } from '#contract/restaurants.ts'
import { read } from '#web/api/queries.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { UserFilter } from '#web/shared/admin/list-filters.tsx'
import { RestaurantPicker } from '#web/shared/pickers.tsx'

/** Filters the list by person and restaurant; the URL holds the filters. */
export function RatingFilters({ rows }: { rows: readonly AdminRating[] }) {
  const { search, refine } = useSearchParams()
  const restaurantId = parseId(search.restaurantId)
  return (
    <>
      <UserFilter label="User" placeholder="All users" rows={rows} />
      <RestaurantPicker
        label="Restaurant"
        placeholder="All restaurants"
        chosen={useRestaurantName(restaurantId)}
        chosenId={restaurantId}
        onChoose={choice => refine({ restaurantId: choice?.id, page: undefined })}
        className="w-60 max-sm:w-full"
      />
    </>
  )
}

function useRestaurantName(id: number | undefined): string {
  const { data, isError } = useQuery({
    ...read(getRestaurant, { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  if (id === undefined) return ''
  return data?.name ?? (isError ? `Restaurant ${id}` : '…')
}
