import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { getRestaurant, nothingToPick, pickRestaurant, type Restaurant } from '#contract/restaurants.ts'
import type { Mood } from '#domain/taste/choices.ts'
import { ApiError, call } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { address } from '#web/lib/search-params.ts'
import { toast } from '#web/ui/toast-store.ts'
import { nextRotation } from './pick-rotation.ts'

interface PickFrom {
  campusCode: string
  search: string
  /** What the list is narrowed to besides. */
  filters: CallInput<typeof pickRestaurant>['query']
  /** What the list shows now and is open. */
  eligible: readonly Restaurant[]
  /** Why there is nothing to pick, when `eligible` is empty. */
  emptyReason: string
  /** `current`: what was picked before. Not called once the list is gone. */
  onPicked: (restaurant: Restaurant, current: number | undefined) => void
}

interface Request {
  current?: number | undefined
  mood?: Mood
  avoids?: boolean
}

/** Lets the server pick from the visible list; nothing repeats until everything was shown. */
export function usePick({ campusCode, search, filters, eligible, emptyReason, onPicked }: PickFrom) {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<number[]>([])
  const [seenAll, setSeenAll] = useState(0)
  const [mood, setMood] = useState<Mood>('any')
  const [avoids, setAvoids] = useState(true)
  const [passing, setPassing] = useState<Restaurant[]>([])

  const { mutate, isPending } = useMutation<{ restaurant: Restaurant; seenAll: number }, ApiError, Request>({
    mutationFn: async ({ current, mood: wantedMood = mood, avoids: wantsAvoiding = avoids }) => {
      const seen = current === undefined || shown.includes(current) ? shown : [...shown, current]
      const { exclude, startsAnew } = nextRotation(
        seen,
        eligible.map(restaurant => restaurant.id),
      )
      const seenAll = startsAnew ? eligible.length : 0
      const pickBut = (ids: readonly number[]) =>
        call(pickRestaurant, {
          params: { campusCode },
          query: {
            ...filters,
            search: search.trim(),
            exclude: ids.join(','),
            mood: wantedMood,
            ...(!wantsAvoiding && { avoidDays: '0' }),
          },
        })
      try {
        return { restaurant: await pickBut(exclude), seenAll }
      } catch (error) {
        // What the mood or the visits leave has been shown already: from the beginning.
        if (!isNothing(error) || exclude.length === 0) throw error
        return {
          restaurant: await pickBut(exclude.filter(id => id === current && exclude.length > 1)),
          seenAll: seenAll || exclude.length,
        }
      }
    },
  })

  // What somebody has turned away from since is neither opened nor complained about.
  const ask = (request: Request) =>
    mutate(request, {
      onSuccess: ({ restaurant, seenAll: seen }, { current }) => {
        queryClient.setQueryData(
          read(getRestaurant, { params: { id: String(restaurant.id) } }).queryKey,
          restaurant,
        )
        const before = current === undefined || shown.includes(current) ? shown : [...shown, current]
        setShown(seen > 0 ? [restaurant.id] : [...before, restaurant.id])
        setSeenAll(seen)
        setPassing(sample(eligible, 7).filter(({ id }) => id !== restaurant.id))
        onPicked(restaurant, current)
      },
      onError: (error, request) => {
        if (isNothing(error) && error.extra.avoided) {
          toast({
            title: 'You ate everywhere here lately',
            description: 'Nothing is left without the places of your last visits.',
            variant: 'warning',
            action: { label: 'Pick anyway', onClick: () => pickAnyway(request) },
          })
        } else if (isNothing(error) && request.mood === 'new')
          nothingPicked('There is nothing new for you here.')
        else nothingPicked(isNothing(error) ? emptyReason : reasonOf(error))
      },
    })

  const pickAnyway = (request: Request) => {
    setAvoids(false)
    const current = address.has('pick') ? request.current : undefined
    ask({ ...request, current, avoids: false })
  }
  const pick = (request: Request) => {
    if (isPending) return
    if (request.mood) setMood(request.mood)
    if (request.avoids !== undefined) setAvoids(request.avoids)
    if (eligible.length === 0) nothingPicked(emptyReason)
    else ask(request)
  }
  return {
    /** `current`: what the dialog shows already, e.g. from a link. */
    pick,
    mood,
    /** Whether places are left out where one ate lately. */
    avoids,
    isPicking: isPending,
    /** How many had been shown when a new round began with this pick; 0 where none did. */
    seenAll,
    /** What passes by before the pick lands. */
    passing,
  }
}

const isNothing = (error: unknown) => error instanceof ApiError && error.status === 404

const reasonOf = (error: ApiError) => (error.isConnectionLoss ? error.message : '')

export function noCampusToPickFrom(): void {
  toast({ title: 'No campus selected', description: 'Please select a campus first', variant: 'warning' })
}

function nothingPicked(reason: string): void {
  toast({
    title: 'Error',
    description: reason ? `${nothingToPick}. ${reason}` : nothingToPick,
    variant: 'destructive',
  })
}

function sample<T>(items: readonly T[], count: number): T[] {
  const start = Math.floor(Math.random() * items.length)
  const step = Math.max(1, Math.floor(items.length / count))
  const taken = Math.min(count, items.length)
  return Array.from({ length: taken }, (_, index) => items[(start + index * step) % items.length]).flatMap(
    item => item ?? [],
  )
}
