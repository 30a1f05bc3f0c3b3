import { useIsMutating } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createBackup, deleteBackup, getBackupStatus, listBackups, uploadBackup } from '#contract/backups.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { useToastedWrite } from '#web/api/toasted-write.ts'
import { withProgress } from '#web/api/upload-with-progress.ts'
import { toast } from '#web/ui/toast-store.ts'

const stale = [listBackups, getBackupStatus]

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

const creating = ['create backup']

/** Whether a backup is being made, even if its dialog has been closed in the meantime. */
export const useIsCreating = () => useIsMutating({ mutationKey: creating }) > 0

export function useCreateBackup(onDone: () => void) {
  return useWrite(createBackup, {
    stale,
    mutationKey: creating,
    onSuccess: ({ filename }) => {
      toast({ title: 'Backup created', description: filename, variant: 'success' })
      onDone()
    },
    onError: (error, { body }) =>
      failed(body?.includeImages ? 'Failed to create backup with images' : 'Failed to create backup')(error),
  })
}

/** `sent` is the uploaded share of the file, from 0 to 1; `cancel` aborts the upload. */
export function useUploadBackup(onDone: () => void) {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const upload = useWrite(uploadBackup, {
    stale,
    callOptions: () => {
      setSent(0)
      sending.current = new AbortController()
      return { signal: sending.current.signal, send: withProgress(setSent) }
    },
    onSuccess: ({ filename }) => {
      toast({ title: 'Backup uploaded', description: filename, variant: 'success' })
      onDone()
    },
    onError: error => {
      // Other errors mean that the user cancelled: not a failure.
      if (error instanceof ApiError) failed('Failed to upload backup')(error)
    },
  })
  return { ...upload, sent, cancel: () => sending.current?.abort() }
}

export function useDeleteBackup() {
  return useToastedWrite(deleteBackup, {
    stale,
    done: (_, { params }) => ({ title: 'Backup deleted successfully', description: String(params.filename) }),
    failed: 'Failed to delete backup',
  })
}
