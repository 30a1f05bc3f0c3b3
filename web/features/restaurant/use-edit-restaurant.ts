import { updateRestaurant } from '#contract/restaurants.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantAnswers } from '#web/lib/stale-rows.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useEditRestaurant(onDone: () => void) {
  return useWrite(updateRestaurant, {
    stale: restaurantAnswers,
    onSuccess: () => {
      toast({ title: 'Restaurant updated', variant: 'success' })
      onDone()
    },
    onError: error => {
      // What is wrong with a field is said at the field.
      if (error.fieldErrors.length > 0) return
      toast({ title: 'Error', description: error.message, variant: 'destructive' })
    },
  })
}

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
