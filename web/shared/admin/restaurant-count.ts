import { listRestaurants } from '#contract/restaurants.ts'
import { readPage } from '#web/api/queries.ts'

/** How many restaurants an action on all of them, or on those of a campus, would affect. */
export const restaurantCount = (campusCode: string | undefined) => ({
  ...readPage(listRestaurants, { query: { ...(campusCode && { campusCode }), limit: '1' } }),
  select: ({ total }: { total: number }) => total,
  staleTime: 0,
})
