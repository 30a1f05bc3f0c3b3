import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { databaseRestored } from '#features/accounts/web/viewer.ts'
import { minutes } from '#kit/rules/units.ts'
import { ApiError, call } from '#kit/web/api/call.ts'
import { read, refresh } from '#kit/web/api/queries.ts'
import { isRefused } from '#kit/web/api/use-job.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { inspectBackup, listRestores, restoreBackup } from '../../contract.ts'

const pollInterval = 2_000

/** A backup's content, with the current data. The server has to read the whole file, so this is fetched only once. */
export function useContents(filename: string, enabled: boolean) {
  const input = { params: { filename } }
  return useQuery({
    ...read(inspectBackup, input),
    queryFn: ({ signal }) => call(inspectBackup, input, { signal, timeout: 10 * minutes }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Restores a backup. If the connection is lost (`isLost`), it stays pending until the server reports the outcome. */
export function useRestore(filename: string) {
  const queryClient = useQueryClient()
  const [isLost, setLost] = useState(false)
  const restore = useMutation<{ safetyBackup: string }, ApiError, void>({
    mutationFn: async () => {
      setLost(false)
      const [last] = await call(listRestores)
      return call(restoreBackup, { params: { filename } }).catch(error => {
        if (!error.isConnectionLoss) throw error
        setLost(true)
        return findOutcome(filename, last?.id ?? 0)
      })
    },
    onSuccess: ({ safetyBackup }) => {
      toast({
        title: 'Database restored successfully',
        description: `The previous data is saved as ${safetyBackup}.`,
        variant: 'success',
      })
      databaseRestored(queryClient)
    },
    onError: error => {
      toast({
        title: 'Failed to restore from backup',
        description: error.message,
        variant: 'destructive',
      })
      // The safety backup may exist all the same, or another user's restore may have come first.
      void refresh(queryClient, ['backups', 'backup status', 'backup contents'])
    },
  })
  return { ...restore, isLost: isLost && restore.isPending }
}

/** Polls until the server reports the outcome of the file's first restore whose id is higher than `after`. */
async function findOutcome(filename: string, after: number): Promise<{ safetyBackup: string }> {
  while (true) {
    await new Promise(resolve => setTimeout(resolve, pollInterval))
    const restores = await call(listRestores).catch(error => {
      if (isRefused(error)) throw error
    })
    const ours = restores?.findLast(restore => restore.id > after && restore.filename === filename)
    if (!restores || ours?.outcome === 'running') continue
    if (ours?.outcome === 'done' && ours.safetyBackup) return { safetyBackup: ours.safetyBackup }
    const message = ours?.message ?? 'The connection was lost before the restore began. Nothing was changed.'
    throw new ApiError(503, message)
  }
}
