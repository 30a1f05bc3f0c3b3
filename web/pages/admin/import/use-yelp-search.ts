import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { searchYelp } from '#contract/yelp.ts'
import { metersPerMile } from '#domain/units.ts'
import { serverMessage } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { toast } from '#web/ui/toast-store.ts'

export const radii = { least: 1, most: 25, usual: 5 } as const
export type YelpWish = { campusCode: string; miles: number }

/** The search that the address names, so that Back and a reload show it again. */
export function useYelpSearch() {
  const { search, refine } = useSearchParams()
  const queryClient = useQueryClient()
  const wish = wishIn(search)
  const query = useQuery({ ...queryOf(wish ?? nowhere), enabled: wish !== undefined })

  const start = async (next: YelpWish) => {
    refine(next)
    try {
      // Asked again each time: Search is pressed to see what is new.
      const { restaurants } = await queryClient.fetchQuery({ ...queryOf(next), staleTime: 0 })
      toast({ title: 'Search completed', description: foundLabel(restaurants.length), variant: 'success' })
    } catch (error) {
      toast({ title: 'Search failed', description: searchFailure(error), variant: 'destructive' })
    }
  }

  /** What was imported just now is marked without asking Yelp again. */
  const markImported = ({ campusCode, miles }: YelpWish, ids: ReadonlySet<string>) => {
    const { queryKey } = queryOf({ campusCode, miles })
    queryClient.setQueryData<Reply<typeof searchYelp>>(
      queryKey,
      found =>
        found && {
          ...found,
          restaurants: found.restaurants.map(restaurant =>
            ids.has(restaurant.id) ? { ...restaurant, alreadyImported: true } : restaurant,
          ),
        },
    )
    // What is kept of other searches doesn't know of it.
    queryClient.removeQueries({ type: 'inactive', predicate: one => one.queryKey[1] === searchYelp.path })
  }

  return { wish, query, start, markImported }
}

export const searchFailure = (error: unknown) => serverMessage(error) ?? 'Failed to search restaurants'

const nowhere: YelpWish = { campusCode: '', miles: radii.usual }

// Each search is one of the few that Yelp allows a day: nothing but a press of the button asks again.
const queryOf = ({ campusCode, miles }: YelpWish) => ({
  ...read(searchYelp, { query: { campusCode, radius: (miles * metersPerMile).toFixed(2) } }),
  staleTime: Number.POSITIVE_INFINITY,
})

function wishIn({ campusCode, miles }: Record<string, unknown>): YelpWish | undefined {
  if (typeof campusCode !== 'string' || campusCode === '' || miles === undefined) return undefined
  const whole = Math.round(Number(miles))
  const isInRange = whole >= radii.least && whole <= radii.most
  return { campusCode, miles: isInRange ? whole : radii.usual }
}

export const foundLabel = (count: number) =>
  count === 1 ? '1 restaurant found' : `${count.toLocaleString('en-US')} restaurants found`
