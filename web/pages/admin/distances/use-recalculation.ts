import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DistanceRun, getRecalculation, startRecalculation } from '#contract/distances.ts'
import { read, refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { counted } from '#web/lib/counted.ts'
import { toast } from '#web/ui/toast-store.ts'

const runningPollInterval = 1_000
const idlePollInterval = 15_000

/** The recalculation's progress, polled frequently while one runs, no matter who started it. */
export function useRecalculation() {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...read(getRecalculation),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'In Progress' ? runningPollInterval : idlePollInterval,
  })
  const run = query.data
  const watched = useRef<string | null>(null)
  useEffect(() => {
    if (!run) return
    if (run.state === 'In Progress') watched.current = run.startedAt
    else if (watched.current !== null && watched.current === run.startedAt) {
      watched.current = null
      announceEnd(run)
      void refresh(queryClient, restaurantQueries)
    }
  }, [run, queryClient])

  const start = useWrite(startRecalculation, {
    stale: [getRecalculation],
    onSuccess: begun => {
      // A short run may end before the first poll.
      watched.current = begun.startedAt
      queryClient.setQueryData(read(getRecalculation).queryKey, begun)
    },
    failed: 'Failed to recalculate distances',
  })
  return { ...query, start }
}

function announceEnd({ count, failures }: DistanceRun): void {
  const failed = failures.length
  toast({
    title: 'Recalculation Complete',
    description: `${counted(count, 'restaurant')} processed${failed > 0 ? `, ${failed.toLocaleString('en-US')} failed` : ''}`,
    variant: failed > 0 ? 'warning' : 'success',
  })
}
