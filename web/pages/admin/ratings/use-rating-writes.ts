import { createRatingFor, deleteAnyRating, importRatings, updateAnyRating } from '#contract/admin-ratings.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useUndo } from '#web/kit/undo.ts'
import { toast } from '#web/ui/toast-store.ts'

const stale = restaurantQueries

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

/** `toFields` puts what is wrong with fields onto them; false when there is nothing to put. */
export function useCreateRating(toFields: (error: ApiError) => boolean) {
  return useWrite(createRatingFor, {
    stale,
    onSuccess: ({ createdAt, updatedAt }) =>
      toast({ title: createdAt === updatedAt ? 'Rating created' : 'Rating updated', variant: 'success' }),
    onError: error => toFields(error) || failed('Error creating rating')(error),
  })
}

export function useUpdateRating(toFields: (error: ApiError) => boolean) {
  return useWrite(updateAnyRating, {
    stale,
    onSuccess: () => toast({ title: 'Rating updated', variant: 'success' }),
    onError: error => toFields(error) || failed('Error updating rating')(error),
  })
}

export function useDeleteRating(onDone: () => void) {
  const offerUndo = useUndo()
  return useWrite(deleteAnyRating, {
    stale,
    onSuccess: (_, { params }) => {
      offerUndo('rating', [Number(params.id)])
      onDone()
    },
    onError: failed('Failed to delete rating'),
  })
}

const errorsTold = 3

export function useImportRatings() {
  return useWrite(importRatings, {
    stale,
    onSuccess: ({ imported, errors }, { query }) => {
      if (query?.preview) return
      if (errors.length === 0) {
        toast({
          title: 'Import Successful',
          description: `Successfully imported ${imported} ${imported === 1 ? 'rating' : 'ratings'}.`,
          variant: 'success',
        })
        return
      }
      const first = errors.slice(0, errorsTold).map(({ message }) => message)
      const more = errors.length - first.length
      toast({
        title: `${errors.length} ${errors.length === 1 ? 'error' : 'errors'} occurred during import`,
        description: [
          ...first,
          ...(more > 0 ? [`...and ${more} more ${more === 1 ? 'error' : 'errors'}`] : []),
        ].join('\n'),
        variant: 'destructive',
      })
    },
    onError: error => {
      const title = error.message === 'Failed to parse CSV file' ? 'Error parsing CSV' : 'Import failed'
      failed(title)(error)
    },
  })
}
