import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/endpoint.ts'
import { getLunch, type Lunch, startLunch } from '#contract/lunches.ts'
import { isSame } from '#domain/is-same.ts'
import { distinctNames } from '#domain/place-names.ts'
import { type ApiError, call, errorField } from '#web/api/call.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { toast } from '#web/ui/toast-store.ts'
import { leaveText } from './cancel-text.ts'
import { noteOwnChange } from './lunch-news.ts'
import { placeLabel, timeLabel } from './lunch-texts.ts'
import { knownLunches, putLunch } from './use-lunches.ts'

type Input = CallInput<typeof startLunch>

interface StartOptions {
  /** The chosen restaurants. */
  places: readonly { id: number; name: string; address: string }[]
  onStarted: () => void
  /** The user drops a place that was deleted or is closed. */
  onRemovePlace: (restaurantId: number) => void
}

export function useStartLunch({ places, onStarted, onRemovePlace }: StartOptions) {
  const queryClient = useQueryClient()
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const start = useMutation<Lunch, ApiError, Input>({
    mutationFn: input => call(startLunch, input).catch(error => findStartedLunch(error, input, viewer.id)),
    onSuccess: lunch => {
      noteOwnChange(lunch.id)
      putLunch(queryClient, lunch)
      toast({
        title: 'Lunch started',
        description: `${placeLabel(lunch, knownLunches(queryClient))}, ${timeLabel(lunch.leavesAt, timeZone)}`,
        variant: 'success',
      })
      onStarted()
    },
    onError: (error, { body }) => {
      const gone = places.find(({ id }) => id === errorField(error, 'restaurantId'))
      // The server no longer knows the name of a deleted restaurant.
      const message =
        gone && error.status === 404
          ? `${distinctNames(places).get(gone.id)} isn’t there anymore`
          : error.serverMessage
      const otherId = errorField(error, 'lunchId')
      toast({
        title: message ?? 'Couldn’t start the lunch',
        description: message ? leaveText(knownLunches(queryClient), otherId) : error.message,
        variant: gone || error.status === 409 ? 'warning' : 'destructive',
        ...(gone && { action: { label: 'Leave it out', onClick: () => onRemovePlace(gone.id) } }),
        ...(otherId !== undefined && {
          action: {
            label: 'Leave it and start',
            onClick: () => start.mutate({ body: { ...body, move: true } }),
          },
        }),
      })
    },
  })
  return start
}

/**
 * If the conflicting lunch is exactly the requested one, an earlier attempt succeeded and only its response was lost:
 * that lunch is returned as the result.
 */
async function findStartedLunch(error: unknown, { body }: Input, viewerId: number): Promise<Lunch> {
  const id = Number(errorField(error, 'lunchId'))
  if (Number.isNaN(id)) throw error
  const lunch = await call(getLunch, { params: { id } }).catch(() => undefined)
  const asked = lunch && {
    campusCode: lunch.campusCode,
    leavesAt: lunch.leavesAt,
    restaurantIds: lunch.options.map(({ restaurantId }) => restaurantId),
    meetingPoint: lunch.meetingPoint,
    note: lunch.note,
    seats: lunch.seats,
    department: lunch.department,
  }
  if (lunch?.host?.id !== viewerId || !isSame(asked, body)) throw error
  return lunch
}
