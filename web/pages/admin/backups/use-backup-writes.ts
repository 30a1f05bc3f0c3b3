import { useIsMutating } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createBackup, deleteBackup, getBackupStatus, listBackups, uploadBackup } from '#contract/backups.ts'
import { ApiError } from '#web/api/call.ts'
import { withProgress } from '#web/api/upload-with-progress.ts'
import { useWrite } from '#web/api/use-write.ts'

const stale = [listBackups, getBackupStatus]

const creating = ['create backup']

/** Whether a backup is being made, even if its dialog has been closed in the meantime. */
export const useIsCreating = () => useIsMutating({ mutationKey: creating }) > 0

export function useCreateBackup(onDone: () => void) {
  return useWrite(createBackup, {
    stale,
    mutationKey: creating,
    onSuccess: onDone,
    done: ({ filename }) => ({ title: 'Backup created', description: filename }),
    failed: (_error, { body }) =>
      body?.includeImages ? 'Failed to create backup with images' : 'Failed to create backup',
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
    onSuccess: onDone,
    done: ({ filename }) => ({ title: 'Backup uploaded', description: filename }),
    // Other errors mean that the user cancelled: not a failure.
    failed: error => (error instanceof ApiError ? 'Failed to upload backup' : undefined),
  })
  return { ...upload, sent, cancel: () => sending.current?.abort() }
}

export function useDeleteBackup() {
  return useWrite(deleteBackup, {
    stale,
    done: (_, { params }) => ({ title: 'Backup deleted successfully', description: String(params.filename) }),
    failed: 'Failed to delete backup',
  })
}
