import { readPage } from '#kit/web/api/queries.ts'
import { listRestaurants } from '../../contract.ts'

/** How many restaurants an action on all of them, or on those of a campus, would affect. */
export const restaurantCount = (campusCode: string | undefined) => ({
  ...readPage(listRestaurants, { query: { ...(campusCode && { campusCode }), limit: '1' } }),
  select: ({ total }: { total: number }) => total,
  staleTime: 0,
})
