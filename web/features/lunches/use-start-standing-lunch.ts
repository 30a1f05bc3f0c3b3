import { listStandingLunches, startStandingLunch } from '#contract/standing-lunches.ts'
import { errorField } from '#web/api/call.ts'
import { useToastedWrite } from '#web/api/toasted-write.ts'
import { chipLabel } from './departure-times.ts'
import { everyTitle } from './standing-texts.ts'
import { useRefreshLunches } from './use-standing-writes.ts'

interface StartOptions {
  /** The chosen restaurants. */
  places: readonly { id: number; name: string }[]
  onStarted: () => void
  /** The user drops a place that was deleted or is closed. */
  onRemovePlace: (restaurantId: number) => void
}

/** Repeats a lunch instead of starting one. */
export function useStartStandingLunch({ places, onStarted, onRemovePlace }: StartOptions) {
  const refreshLunches = useRefreshLunches()
  return useToastedWrite(startStandingLunch, {
    stale: [listStandingLunches],
    done: ({ weekdays, time }) => {
      refreshLunches()
      onStarted()
      return { title: 'Lunch repeats', description: `${everyTitle(weekdays)} at ${chipLabel(time)}` }
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
