import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getWebsiteCheck, startWebsiteCheck } from '#contract/websites.ts'
import { read, useWrite } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast-store.ts'

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
    onSuccess: begun => {
      queryClient.setQueryData(read(getWebsiteCheck).queryKey, begun)
      if (begun.count === 0) toast({ title: 'No place has a website', variant: 'warning' })
    },
    onError: error => {
      toast({ title: 'Failed to check websites', description: error.message, variant: 'destructive' })
    },
  })
  return { check, start }
}
