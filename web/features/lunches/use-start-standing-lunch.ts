import { useQueryClient } from '@tanstack/react-query'
import { listStandingLunches, startStandingLunch } from '#contract/standing-lunches.ts'
import { overlap } from '#domain/lunch-times.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { chipLabel } from './departure-times.ts'
import { isIn, isUpcoming } from './lunch-texts.ts'
import { everyTitle } from './standing-texts.ts'
import { knownLunches } from './use-lunches.ts'
import { useRefreshLunches } from './use-standing-writes.ts'
import { type StartOptions, startFailure } from './use-start-lunch.ts'

/** Repeats a lunch instead of starting one; the first one is at `leavesAt`. */
export function useStartStandingLunch(leavesAt: string, options: StartOptions) {
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
      options.onStarted()
      const every = `${everyTitle(weekdays)} at ${chipLabel(time)}`
      return {
        title: 'Lunch repeats',
        // Nobody else is in yet, so the server doesn't make that one.
        description: isBusy ? `${every}. The first time is left out: you are in another lunch then.` : every,
      }
    },
    failed: error => startFailure(error, options, 'Couldn’t repeat the lunch'),
  })
}
