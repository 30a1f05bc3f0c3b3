import { useQuery, useQueryClient } from '@tanstack/react-query'
import { searchYelp } from '#contract/yelp.ts'
import { metersPerMile } from '#domain/units.ts'
import { serverMessage } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { counted } from '#web/lib/counted.ts'
import { toast } from '#web/ui/toast-store.ts'
import { noSearchArea, type SearchArea, useSearchArea } from './search-area-form.tsx'

export function useYelpSearch() {
  const { area, refine } = useSearchArea()
  const queryClient = useQueryClient()
  const query = useQuery({ ...queryOf(area ?? noSearchArea), enabled: area !== undefined })

  const start = async (next: SearchArea) => {
    refine(next)
    try {
      // Always refetch: the user presses Search to see what is new.
      const { restaurants } = await queryClient.fetchQuery({ ...queryOf(next), staleTime: 0 })
      toast({ title: 'Search completed', description: foundLabel(restaurants.length), variant: 'success' })
    } catch (error) {
      toast({ title: 'Search failed', description: searchFailure(error), variant: 'destructive' })
    }
  }

  return { area, query, start }
}

export const searchFailure = (error: unknown) => serverMessage(error) ?? 'Failed to search restaurants'

// Yelp allows only a few searches a day: only a button press refetches.
const queryOf = ({ campusCode, miles }: SearchArea) => ({
  ...read(searchYelp, { query: { campusCode, radius: (miles * metersPerMile).toFixed(2) } }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const foundLabel = (count: number) => counted(count, 'restaurant found', 'restaurants found')
