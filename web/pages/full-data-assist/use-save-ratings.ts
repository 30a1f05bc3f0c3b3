import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveRatingsFor } from '#contract/admin-ratings.ts'
import type { CallInput, Reply } from '#contract/endpoint.ts'
import { sentence } from '#domain/isolated.ts'
import { type ApiError, call } from '#web/api/call.ts'
import { refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { counted } from '#web/lib/counted.ts'
import { toast } from '#web/ui/toast-store.ts'

type Row = typeof saveRatingsFor

/** Saves many ratings in one request. Pending until the saved ratings are shown. */
export function useSaveRatings(userName: string) {
  const queryClient = useQueryClient()
  return useMutation<Reply<Row>, ApiError, CallInput<Row>['body']>({
    mutationFn: body => call(saveRatingsFor, { body }),
    onSuccess: async ({ count }) => {
      const ratings = counted(count, 'rating')
      toast({ title: 'Ratings saved', description: sentence`${ratings} of ${userName}`, variant: 'success' })
      await refresh(queryClient, restaurantQueries)
    },
    onError: error => {
      toast({
        title: 'Full data assist: Failed to save ratings. Please try again.',
        description: error.message,
        variant: 'destructive',
      })
      // Another user may have deleted one of the restaurants.
      void refresh(queryClient, restaurantQueries)
    },
  })
}
