import { useQueryClient } from '@tanstack/react-query'
import { listStandingLunches, startStandingLunch } from '#contract/standing-lunches.ts'
import { overlap } from '#domain/lunch-times.ts'
import { errorField } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { chipLabel } from './departure-times.ts'
import { isIn, isUpcoming } from './lunch-texts.ts'
import { everyTitle } from './standing-texts.ts'
import { knownLunches } from './use-lunches.ts'
import { useRefreshLunches } from './use-standing-writes.ts'

interface StartOptions {
  /** When the first one leaves. */
  leavesAt: string
  /** The chosen restaurants. */
  places: readonly { id: number; name: string }[]
  onStarted: () => void
  /** The user drops a place that was deleted or is closed. */
  onRemovePlace: (restaurantId: number) => void
}

/** Repeats a lunch instead of starting one. */
export function useStartStandingLunch({ leavesAt, places, onStarted, onRemovePlace }: StartOptions) {
  const queryClient = useQueryClient()
  const viewer = useSignedIn()
  const refreshLunches = useRefreshLunches()
  return useWrite(startStandingLunch, {
    stale: [listStandingLunches],
    done: ({ id, weekdays, time }) => {
      const isBusy = knownLunches(queryClient).some(
        lunch =>
          lunch.standing?.id !== id &&
          isIn(lunch, viewer.id) &&
          isUpcoming(lunch, serverNow()) &&
          overlap(new Date(lunch.leavesAt), new Date(leavesAt)),
      )
      void refreshLunches()
      onStarted()
      const every = `${everyTitle(weekdays)} at ${chipLabel(time)}`
      return {
        title: 'Lunch repeats',
        // Nobody else is in yet, so the server doesn't make that one.
        description: isBusy ? `${every}. The first time is left out: you are in another lunch then.` : every,
      }
    },
    failed: error => {
      const gone = places.find(({ id }) => id === errorField(error, 'restaurantId'))
      // The server no longer knows the name of a deleted restaurant.
      const message = gone && error.status === 404 ? `${gone.name} isn’t there anymore` : error.serverMessage
      return {
        title: message ?? 'Couldn’t repeat the lunch',
        description: message ? undefined : error.message,
        variant: gone || error.status === 409 ? 'warning' : 'destructive',
        ...(gone && { action: { label: 'Leave it out', onClick: () => onRemovePlace(gone.id) } }),
      }
    },
  })
}
