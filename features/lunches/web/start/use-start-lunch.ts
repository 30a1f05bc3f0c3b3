import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { isSame } from '#kit/rules/is-same.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { type ApiError, call, errorField } from '#kit/web/api/call.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useSend, useWrite } from '#kit/web/api/use-write.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import type { ToastMessage } from '#kit/web/ui/toasts/toast-store.ts'
import { getLunch, type Lunch, startLunch } from '../../contract.ts'
import { overlap } from '../../lunch-times.ts'
import { everyTitle } from '../../standing-lunches.ts'
import { endStandingLunch, startStandingLunch } from '../../standing-lunches-contract.ts'
import { leaveText } from '../dialog/leaving-texts.ts'
import { noteOwnChange } from '../lunch-news.ts'
import { isIn, isUpcoming, placeLabel, whenLabel } from '../lunch-texts.ts'
import { useRefreshLunches } from '../standing/use-standing-writes.ts'
import { knownLunches, putLunch } from '../use-lunches.ts'
import { chipLabel } from './departure-times.ts'
import { useTakeBack } from './use-take-back.ts'

type Input = CallInput<typeof startLunch>

interface StartOptions {
  /** The chosen restaurants. */
  places: readonly { id: number; name: string; address: string }[]
  onStarted: (lunchId?: number) => void
  /** The user drops a place that was deleted or is closed; undefined if they can't. */
  onRemovePlace?: (restaurantId: number) => void
  /** What was started by one tap can be taken back by another. */
  canUndo?: boolean
}

export function useStartLunch(options: StartOptions) {
  const queryClient = useQueryClient()
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const takeBack = useTakeBack()
  const send = (input: Input) =>
    call(startLunch, input).catch(error => findStartedLunch(error, input, viewer.id))
  const start = useSend(send, {
    touches: [],
    done: lunch => {
      noteOwnChange(lunch.id)
      putLunch(queryClient, lunch)
      options.onStarted(lunch.id)
      const place = placeLabel(lunch, knownLunches(queryClient))
      const when = whenLabel(lunch.leavesAt, serverNow(), timeZone)
      return {
        title: 'Lunch started',
        description: `${place}, ${when}`,
        ...(options.canUndo && { action: { label: 'Undo', onClick: () => takeBack(lunch.id) } }),
      }
    },
    failed: (error, { body }) => {
      const otherId = errorField(error, 'lunchId')
      return {
        ...startFailure(error, options, 'Couldn’t start the lunch'),
        ...(otherId !== undefined && {
          description: leaveText(knownLunches(queryClient), otherId, viewer.id),
          action: {
            label: 'Leave it and start',
            onClick: () => start.mutate({ body: { ...body, move: true } }),
          },
        }),
      }
    },
  })
  return start
}

/** Repeats a lunch instead of starting one; the first one is at `leavesAt`. */
export function useStartStandingLunch(leavesAt: string, options: StartOptions) {
  const queryClient = useQueryClient()
  const viewer = useSignedIn()
  const refreshLunches = useRefreshLunches()
  const end = useWrite(endStandingLunch, {
    touches: ['standing lunches'],
    done: () => {
      void refreshLunches()
      return 'The lunch doesn’t repeat any more'
    },
    failed: 'Couldn’t take it back',
  })
  const takeBack = (id: number) => {
    // That they are cancelled is no news on this screen.
    for (const lunch of knownLunches(queryClient)) if (lunch.standing?.id === id) noteOwnChange(lunch.id)
    end.mutate({ params: { id } })
  }
  return useWrite(startStandingLunch, {
    touches: ['standing lunches'],
    done: ({ id, weekdays, time }) => {
      const isBusy = knownLunches(queryClient).some(
        lunch =>
          lunch.standing?.id !== id &&
          isIn(lunch, viewer.id) &&
          isUpcoming(lunch, serverNow()) &&
          overlap(new Date(lunch.leavesAt), new Date(leavesAt)),
      )
      void refreshLunches()
      options.onStarted()
      const every = `${everyTitle(weekdays)} at ${chipLabel(time)}`
      return {
        title: 'Lunch repeats',
        ...(options.canUndo && { action: { label: 'Undo', onClick: () => takeBack(id) } }),
        // No one else is in yet, so the server doesn't make that one.
        description: isBusy ? `${every}. The first time is left out: you are in another lunch then.` : every,
      }
    },
    failed: error => startFailure(error, options, 'Couldn’t repeat the lunch'),
  })
}

/** What is said when it fails; a place that can't be chosen any more can be left out. */
function startFailure(error: ApiError, { places, onRemovePlace }: StartOptions, title: string): ToastMessage {
  const gone = places.find(({ id }) => id === errorField(error, 'restaurantId'))
  // The server no longer knows the name of a deleted restaurant.
  const message =
    gone && error.status === 404
      ? `${distinctNames(places).get(gone.id)} isn’t there anymore`
      : error.serverMessage
  return {
    title: message ?? title,
    description: message ? undefined : error.message,
    variant: gone || error.status === 409 ? 'warning' : 'destructive',
    ...(gone &&
      onRemovePlace && { action: { label: 'Leave it out', onClick: () => onRemovePlace(gone.id) } }),
  }
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
