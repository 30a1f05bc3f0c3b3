import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getRestaurant, type Restaurant } from '#features/restaurants/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { ApiError, call, errorField } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { nothingToPick, pickRestaurant } from '../contract.ts'
import type { Mood } from '../moods.ts'
import { type Attempt, attemptsAfter } from './pick-rotation.ts'

interface PickSource {
  campusCode: string
  search: string
  /** The list's other filters. */
  filters: CallInput<typeof pickRestaurant>['query']
  /** The listed restaurants that are open. */
  eligible: readonly Restaurant[]
  /** Why there is nothing to pick, when `eligible` is empty. */
  emptyReason: string
  /** `current`: the previous pick. Not called after the list was unmounted. */
  onPicked: (restaurant: Restaurant, current: number | undefined) => void
}

interface PickOptions {
  current?: number
  mood?: Mood
  avoids?: boolean
  openAtLunch?: boolean
}
type Request = Pick<PickOptions, 'current'> & Required<Omit<PickOptions, 'current'>>
type Picked = { restaurant: Restaurant; seenAll: number }

const noExclusions: Attempt = { exclude: [], seenAll: 0 }

/** Lets the server pick from the visible list. For each mood, no place repeats until all were shown. */
export function usePick({ campusCode, search, filters, eligible, emptyReason, onPicked }: PickSource) {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Partial<Record<Mood, readonly number[]>>>({})
  const [seenAll, setSeenAll] = useState(0)
  const [mood, setMood] = useState<Mood>('any')
  const [avoids, setAvoids] = useState(true)
  const [openAtLunch, setOpenAtLunch] = useState(true)
  const [reelItems, setReelItems] = useState<Restaurant[]>([])

  const { mutate, isPending } = useMutation<Picked, ApiError, Request>({
    mutationFn: ({ current, mood, avoids, openAtLunch }) => {
      const pick = async ([attempt = noExclusions, ...others]: readonly Attempt[]): Promise<Picked> => {
        const query = {
          ...filters,
          search: search.trim(),
          exclude: attempt.exclude.join(','),
          mood,
          ...(!avoids && { avoidDays: '0' }),
          ...(openAtLunch && { openAtLunch: '1' as const }),
        }
        try {
          const restaurant = await call(pickRestaurant, { params: { campusCode }, query })
          return { restaurant, seenAll: attempt.seenAll }
        } catch (error) {
          if (!isNothingFound(error) || others.length === 0) throw error
          return pick(others)
        }
      }
      const ids = eligible.map(restaurant => restaurant.id)
      return pick(attemptsAfter(shown[mood] ?? [], ids, current))
    },
  })

  // Callbacks passed to mutate() don't run after unmounting: a user who left the list sees no pick and no error.
  const ask = (request: Request) =>
    mutate(request, {
      onSuccess: ({ restaurant, seenAll: seen }, { current, mood }) => {
        queryClient.setQueryData(
          read(getRestaurant, { params: { id: String(restaurant.id) } }).queryKey,
          restaurant,
        )
        const before = seen > 0 ? [] : (shown[mood] ?? [])
        setShown({ ...shown, [mood]: [...before, restaurant.id] })
        setSeenAll(seen)
        setReelItems(sample(eligible, 7).filter(({ id }) => id !== restaurant.id))
        onPicked(restaurant, current)
      },
      onError: (error, request) => {
        if (isNothingFound(error) && errorField(error, 'avoided')) {
          toast({
            title: 'You ate at all of these places recently',
            description: 'No other place is left to pick.',
            variant: 'warning',
            action: { label: 'Pick anyway', onClick: () => pickAnyway({ ...request, avoids: false }) },
          })
        } else if (isNothingFound(error) && errorField(error, 'closed')) {
          toast({
            title: 'Nothing here is open at lunch',
            description: 'All of these places are closed then.',
            variant: 'warning',
            action: { label: 'Pick from all', onClick: () => pickAnyway({ ...request, openAtLunch: false }) },
          })
        } else if (isNothingFound(error) && request.mood === 'new')
          nothingPicked('There is nothing new for you here.')
        else nothingPicked(isNothingFound(error) ? emptyReason : reasonOf(error))
      },
    })

  const keep = ({ mood, avoids, openAtLunch }: Request) => {
    setMood(mood)
    setAvoids(avoids)
    setOpenAtLunch(openAtLunch)
  }
  const pickAnyway = (request: Request) => {
    const current = urlParams.has('pick') ? request.current : undefined
    keep(request)
    ask({ ...request, current })
  }
  const pick = (options: PickOptions) => {
    if (isPending) return
    const request = { mood, avoids, openAtLunch, ...options }
    keep(request)
    if (eligible.length === 0) nothingPicked(emptyReason)
    else ask(request)
  }
  return {
    /** `current`: the restaurant that the dialog already shows, e.g. from a link. */
    pick,
    mood,
    /** Whether places where the viewer ate recently are excluded. */
    avoids,
    /** Whether places that are closed at lunch are excluded. */
    openAtLunch,
    isPicking: isPending,
    /** If this pick started a new round: how many places had been shown; otherwise 0. */
    seenAll,
    /** The restaurants that scroll by before the pick. */
    reelItems,
  }
}

const isNothingFound = (error: unknown) => error instanceof ApiError && error.status === 404

const reasonOf = (error: ApiError) => (error.isConnectionLoss ? error.message : '')

function nothingPicked(reason: string): void {
  toast({
    title: 'Error',
    description: reason ? `${nothingToPick}. ${reason}` : nothingToPick,
    variant: 'destructive',
  })
}

/** About `count` items, spread over the whole list. */
function sample<T>(items: readonly T[], count: number): T[] {
  const step = Math.ceil(items.length / count)
  const first = Math.floor(Math.random() * step)
  return items.filter((_, index) => index % step === first)
}
