import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { listAuditLogs } from '#contract/audit-logs.ts'
import { type Backup, getBackupStatus, inspectBackup, listBackups, restoreBackup } from '#contract/backups.ts'
import { ApiError, call } from '#web/api/call.ts'
import { read, refresh } from '#web/api/queries.ts'
import { everythingChanged } from '#web/api/viewer.ts'
import { toast } from '#web/ui/toast-store.ts'

const minutes = 60_000
const askAgainAfter = 2_000

/** What is in a backup beside what there is now. The server reads the file whole for it, so it is asked once. */
export function useContents(filename: string, enabled: boolean) {
  const input = { params: { filename } }
  return useQuery({
    ...read(inspectBackup, input),
    queryFn: ({ signal }) => call(inspectBackup, input, { signal, patience: 10 * minutes }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/**
 * Restores a backup. Where the answer is lost (`isLost`), it stays pending until the server has told what came of it.
 * `before` are the backups that there were when it began.
 */
export function useRestore(filename: string, before: readonly Backup[]) {
  const queryClient = useQueryClient()
  const [isLost, setLost] = useState(false)
  const restore = useMutation<{ safetyBackup: string }, ApiError, void>({
    mutationFn: () => {
      setLost(false)
      return call(restoreBackup, { params: { filename } }).catch(error => {
        if (!error.isConnectionLoss) throw error
        setLost(true)
        return findOutcome(filename, before)
      })
    },
    onSuccess: ({ safetyBackup }) => {
      toast({
        title: 'Database restored successfully',
        description: `The state before it is kept as ${safetyBackup}.`,
        variant: 'success',
      })
      everythingChanged(queryClient)
    },
    onError: error => {
      toast({
        title: 'Failed to restore from backup',
        description: error.message,
        variant: 'destructive',
      })
      // A safety copy may be there all the same, and somebody else's restore may have come first.
      void refresh(queryClient, [listBackups, getBackupStatus, inspectBackup])
    },
  })
  return { ...restore, isLost: isLost && restore.isPending }
}

/** Asks until it is known what became of a restore whose answer was lost. */
async function findOutcome(filename: string, before: readonly Backup[]): Promise<{ safetyBackup: string }> {
  while (true) {
    await new Promise(resolve => setTimeout(resolve, askAgainAfter))
    const last = await findLastRestore().catch(orUnknown)
    if (last === 'unknown') continue
    // Its safety copy tells it from an earlier restore of the same file.
    const isNew = !before.some(backup => backup.filename === last?.safetyBackup)
    if (last?.filename === filename && isNew) return last
    throw new ApiError(503, 'The connection was lost before it happened. Everything is as it was.')
  }
}

const RestoreDetails = z.object({ filename: z.string(), safetyBackup: z.string() })

/** The latest restore that the audit log knows; 'unknown' while one runs. */
async function findLastRestore(): Promise<z.output<typeof RestoreDetails> | null | 'unknown'> {
  const { isRestoring } = await call(getBackupStatus)
  if (isRestoring) return 'unknown'
  const [entry] = await call(listAuditLogs, { query: { action: 'BACKUP_RESTORED', limit: '1' } })
  return entry?.details ? RestoreDetails.parse(JSON.parse(entry.details)) : null
}

/** A server that isn't back yet is asked again; whoever isn't signed in any more learns nothing. */
function orUnknown(error: unknown): 'unknown' {
  const isBack = error instanceof ApiError && error.status > 0 && error.status < 500
  if (isBack || !(error instanceof ApiError)) throw error
  return 'unknown'
}
