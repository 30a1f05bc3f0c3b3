import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { type Lunch, listLunches } from '../../contract.ts'
import { everyLabel } from '../../standing-lunches.ts'
import {
  becomeRegular,
  changeStandingLunch,
  endStandingLunch,
  type StandingLunch,
  skipStandingLunch,
  stopBeingRegular,
  unskipStandingLunch,
} from '../../standing-lunches-contract.ts'
import { noteOwnChange } from '../lunch-news.ts'
import { doubleBookedBy } from '../use-lunch-writes.ts'
import { useLunches } from '../use-lunches.ts'

/** Loads lunches that a write made, changed or cancelled, where no live events bring them. */
export function useRefreshLunches(): () => Promise<Lunch[]> {
  const queryClient = useQueryClient()
  return async () => {
    const lunches = read(listLunches)
    // A request that is under way may be answered with the lunches of before.
    await queryClient.cancelQueries({ queryKey: lunches.queryKey })
    return queryClient.fetchQuery({ ...lunches, staleTime: 0 }).catch(() => [])
  }
}

/** The writes for one lunch that repeats, from the page of this one of its lunches. */
export function useStandingWrites(
  { id, weekdays }: Pick<StandingLunch, 'id' | 'weekdays'>,
  { id: shown }: Lunch,
) {
  const { timeZone } = usePublicConfig()
  const refreshLunches = useRefreshLunches()
  const common = {
    touches: ['standing lunches'],
    scope: { id: `standing lunch ${id}` },
    failed: 'Couldn’t save',
  }
  const made = useLunches()?.filter(({ standing }) => standing?.id === id) ?? []
  // The toast says what happened to its lunches; they are no news on this screen.
  const noteOwn = () => {
    for (const lunch of made) noteOwnChange(lunch.id)
  }
  const saved = (title: string, description?: string) => ({
    ...common,
    done: () => {
      noteOwn()
      void refreshLunches()
      return { title, description }
    },
  })
  /** The page of a cancelled lunch leads to the one that was made instead. */
  const showLunchOf = async (date: string) => {
    const made = (await refreshLunches()).find(
      ({ standing, leavesAt }) => standing?.id === id && localDate(new Date(leavesAt), timeZone) === date,
    )
    if (made && urlParams.has('lunch', shown)) urlParams.replace({ lunch: made.id })
  }
  const every = everyLabel(weekdays)
  const come = useWrite(
    becomeRegular,
    saved(`You come ${every}`, 'You’re in with every lunch that is made from now on'),
  )
  const stop = useWrite(
    stopBeingRegular,
    saved(`You don’t come ${every} any more`, 'You stay in the lunches that are planned already'),
  )
  const skip = useWrite(skipStandingLunch, saved('Lunch skipped'))
  const unskip = useWrite(unskipStandingLunch, {
    ...common,
    done: (_standing, { params: { date } }) => {
      noteOwn()
      void showLunchOf(String(date))
      return 'Lunch isn’t skipped any more'
    },
  })
  const change = useWrite(changeStandingLunch, {
    ...saved('Saved'),
    // The form asks.
    failed: error => (doubleBookedBy(error) ? undefined : common.failed),
  })
  const end = useWrite(endStandingLunch, saved('The lunch doesn’t repeat any more'))
  const params = { id }
  const asOwn = (write: () => void) => {
    noteOwn()
    write()
  }
  return {
    isPending: [come, stop, skip, unskip, change, end].some(write => write.isPending),
    come: () => come.mutate({ params }),
    stop: () => stop.mutate({ params }),
    skip: (date: string) => asOwn(() => skip.mutate({ params: { id, date } })),
    unskip: (date: string) => unskip.mutate({ params: { id, date } }),
    end: () => asOwn(() => end.mutate({ params })),
    change: (body: NonNullable<CallInput<typeof changeStandingLunch>['body']>) => {
      noteOwn()
      return change.mutateAsync({ params, body })
    },
  }
}
