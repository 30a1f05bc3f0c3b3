import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getWebsiteCheck, startWebsiteCheck } from '#contract/websites.ts'
import { read } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'

/** The website check, polled while it runs, no matter who started it. */
export function useWebsiteCheck() {
  const queryClient = useQueryClient()
  const { data: check } = useQuery({
    ...read(getWebsiteCheck),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'In Progress' ? 2_000 : false),
  })
  const start = useWrite(startWebsiteCheck, {
    stale: [],
    done: begun => {
      queryClient.setQueryData(read(getWebsiteCheck).queryKey, begun)
      return begun.count === 0 ? { title: 'No place has a website', variant: 'warning' } : undefined
    },
    failed: 'Failed to check websites',
  })
  return { check, start }
}
