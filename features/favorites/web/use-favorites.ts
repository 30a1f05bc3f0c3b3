import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { findCachedRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { type ApiError, call, errorField, serverMessage } from '#kit/web/api/call.ts'
import { notSavedYet, sendShown } from '#kit/web/api/connection.ts'
import { patchCached, undoAll } from '#kit/web/api/patch-cached.ts'
import { read, refresh } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import {
  addFavorite,
  type Favorite,
  listFavoriteIds,
  listFavorites,
  removeFavoriteOfRestaurant,
} from '../contract.ts'

/** Whether a restaurant is one of the viewer's favorites; undefined while loading. */
export function useIsFavorite(restaurantId: number): boolean | undefined {
  return useQuery({ ...read(listFavoriteIds), select: ids => ids.includes(restaurantId) }).data
}

interface Change {
  requested: boolean
}

/** Adds or removes a favorite. Updates optimistically and rolls back on errors. */
export function useSetFavorite(restaurantId: number, removed = 'Removed from favorites') {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  /** Patches the list, and the ids that hearts show. */
  const show = (favorite: Favorite | null) =>
    undoAll(
      patchCached(queryClient, listFavorites, list => {
        const others = list.filter(item => item.restaurantId !== restaurantId)
        return favorite ? [favorite, ...others] : others
      }),
      patchCached(queryClient, listFavoriteIds, ids => {
        const others = ids.filter(id => id !== restaurantId)
        return favorite ? [restaurantId, ...others] : others
      }),
    )
  const write = useMutation<unknown, ApiError, Change, () => void>({
    mutationKey,
    // Serialized per restaurant, so that the last of several quick clicks wins.
    scope: { id: `favorite-${restaurantId}` },
    mutationFn: ({ requested }) =>
      sendShown<unknown>(queryClient, options =>
        requested
          ? call(addFavorite, { body: { restaurantId } }, options)
          : call(removeFavoriteOfRestaurant, { params: { restaurantId: String(restaurantId) } }, options),
      ),
    onMutate: ({ requested }) =>
      show(requested ? optimisticFavorite(queryClient, viewer.id, restaurantId) : null),
    onSuccess: (_reply, { requested }) =>
      toast({ title: requested ? 'Added to favorites' : removed, variant: 'success' }),
    onError: (error, { requested }, undo) => {
      undo?.()
      toast({
        ...(requested ? addFailedToast(error) : removeFailedToast(error)),
        ...notSavedYet(error, () => write.mutate({ requested })),
        variant: 'destructive',
      })
    },
    onSettled: () => {
      // Refetch only after the last pending change: between two, the list would show the state after the first.
      if (queryClient.isMutating({ mutationKey }) <= 1)
        void refresh(queryClient, ['favorites', 'favorite ids'])
    },
  })
  return write
}

const mutationKey = ['change a favorite']

function optimisticFavorite(queryClient: QueryClient, userId: number, restaurantId: number): Favorite {
  const restaurant = findCachedRestaurant(queryClient, restaurantId) ?? null
  return { id: 0, userId, restaurantId, createdAt: new Date().toISOString(), restaurant }
}

function addFailedToast(error: ApiError) {
  const details = errorField(error, 'details')
  if (typeof details === 'string') {
    return { title: 'Favorites Limit Reached', description: details }
  }
  return {
    title: 'Error',
    description: serverMessage(error) ?? `Failed to add to favorites: ${error.message}`,
  }
}

function removeFailedToast(error: ApiError) {
  const sentence = serverMessage(error)
  const description = sentence ? `Failed to remove from favorites: ${sentence}` : 'Could not remove favorite'
  return { title: 'Error', description }
}
