import { updateRestaurant } from '#contract/restaurants.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useEditTeamRatings(onDone: () => void) {
  return useWrite(updateRestaurant, {
    stale: restaurantQueries,
    onSuccess: () => {
      toast({ title: 'Restaurant ratings updated successfully', variant: 'success' })
      onDone()
    },
    onError: error =>
      toast({
        title: 'Error',
        description: `Failed to update restaurant ratings: ${error.message}`,
        variant: 'destructive',
      }),
  })
}
