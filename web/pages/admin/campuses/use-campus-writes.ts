import {
  createCampus,
  deleteCampus,
  listAdminCampuses,
  listCampuses,
  updateCampus,
} from '#contract/campuses.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'

/** A campus that moved changes its restaurants' estimated distances, too. */
const stale = [listAdminCampuses, listCampuses, ...restaurantQueries]

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

/** `toFields` puts what is wrong with fields onto them; false when there is nothing to put. */
export function useCreateCampus(toFields: (error: ApiError) => boolean) {
  return useWrite(createCampus, {
    stale,
    onSuccess: ({ name }) => toast({ title: 'Campus added', description: name, variant: 'success' }),
    onError: error => toFields(error) || failed('Failed to add campus')(error),
  })
}

export function useUpdateCampus(toFields: (error: ApiError) => boolean) {
  return useWrite(updateCampus, {
    stale,
    onSuccess: ({ name }) => toast({ title: 'Campus updated', description: name, variant: 'success' }),
    onError: error => toFields(error) || failed('Failed to update campus')(error),
  })
}

export function useDeleteCampus(onDone: () => void) {
  return useWrite(deleteCampus, {
    stale,
    onSuccess: () => {
      toast({ title: 'Campus deleted', variant: 'success' })
      onDone()
    },
    onError: failed('Failed to delete campus'),
  })
}
