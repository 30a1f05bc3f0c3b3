import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { findCachedRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { type ApiError, call, errorField, serverMessage } from '#kit/web/api/call.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read } from '#kit/web/api/queries.ts'
import { useSend } from '#kit/web/api/use-write.ts'
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

/** Adds (true) or removes (false) a favorite. Updates optimistically and rolls back on errors. */
export function useSetFavorite(restaurantId: number, removed = 'Removed from favorites') {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  return useSend<unknown, boolean>(
    (isAdded, options) =>
      isAdded
        ? call(addFavorite, { body: { restaurantId } }, options)
        : call(removeFavoriteOfRestaurant, { params: { restaurantId: String(restaurantId) } }, options),
    {
      touches: ['favorites', 'favorite ids'],
      // Serialized per restaurant, so that the last of several quick clicks wins.
      scope: { id: `favorite-${restaurantId}` },
      optimistic: isAdded => [
        patchCached(listFavorites, list => [
          ...(isAdded ? [optimisticFavorite(queryClient, viewer.id, restaurantId)] : []),
          ...list.filter(item => item.restaurantId !== restaurantId),
        ]),
        patchCached(listFavoriteIds, ids => [
          ...(isAdded ? [restaurantId] : []),
          ...ids.filter(id => id !== restaurantId),
        ]),
      ],
      done: (_reply, isAdded) => (isAdded ? 'Added to favorites' : removed),
      failed: (error, isAdded) => (isAdded ? addFailedToast(error) : removeFailedToast(error)),
    },
  )
}

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
