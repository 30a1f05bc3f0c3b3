import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addFavorite,
  type Favorite,
  listFavorites,
  removeFavorite,
  removeFavoriteOfRestaurant,
} from '#contract/favorites.ts'
import { findCachedRestaurant } from '#web/api/cached-restaurant.ts'
import { type ApiError, call, errorField, serverMessage } from '#web/api/call.ts'
import { patchCached } from '#web/api/patch-cached.ts'
import { read, refresh } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { toast } from '#web/ui/toast-store.ts'

/** The viewer's favorite for a restaurant: null if none, undefined while loading. */
export function useFavoriteOf(restaurantId: number): Favorite | null | undefined {
  return useQuery({
    ...read(listFavorites),
    select: favorites => favorites.find(favorite => favorite.restaurantId === restaurantId) ?? null,
  }).data
}

interface Change {
  wanted: boolean
  /** The state when clicked. */
  before: Favorite | null
}

/** Adds or removes a favorite. Updates optimistically and rolls back on errors. */
export function useSetFavorite(restaurantId: number, removed = 'Removed from favorites') {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const show = (favorite: Favorite | null) =>
    patchCached(queryClient, listFavorites, list => {
      const others = list.filter(item => item.restaurantId !== restaurantId)
      return favorite ? [favorite, ...others] : others
    })
  return useMutation<unknown, ApiError, Change, () => void>({
    mutationKey,
    // Serialized per restaurant, so that the last of several quick clicks wins.
    scope: { id: `favorite-${restaurantId}` },
    mutationFn: ({ wanted, before }) =>
      wanted ? call(addFavorite, { body: { restaurantId } }) : remove(restaurantId, before),
    onMutate: ({ wanted }) => show(wanted ? optimisticFavorite(queryClient, viewer.id, restaurantId) : null),
    onSuccess: (_reply, { wanted }) =>
      toast({ title: wanted ? 'Added to favorites' : removed, variant: 'success' }),
    onError: (error, { wanted }, undo) => {
      undo?.()
      toast({ ...(wanted ? addFailedToast(error) : removeFailedToast(error)), variant: 'destructive' })
    },
    onSettled: async () => {
      // Refetch only after the last pending change: between two, the list would show the state after the first.
      if (queryClient.isMutating({ mutationKey }) <= 1) await refresh(queryClient, [listFavorites])
    },
  })
}

const mutationKey = ['change a favorite']

// A favorite can only be removed by the id that the server assigns.
const unconfirmedId = 0

function optimisticFavorite(queryClient: QueryClient, userId: number, restaurantId: number): Favorite {
  const restaurant = findCachedRestaurant(queryClient, restaurantId) ?? null
  return { id: unconfirmedId, userId, restaurantId, createdAt: new Date().toISOString(), restaurant }
}

function remove(restaurantId: number, favorite: Favorite | null) {
  return favorite && favorite.id !== unconfirmedId
    ? call(removeFavorite, { params: { id: String(favorite.id) } })
    : call(removeFavoriteOfRestaurant, { params: { restaurantId: String(restaurantId) } })
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
