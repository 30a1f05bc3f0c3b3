import { updateRestaurant } from '#contract/restaurants.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantAnswers } from '#web/lib/stale-rows.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useEditTeamRatings(onDone: () => void) {
  return useWrite(updateRestaurant, {
    stale: restaurantAnswers,
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
