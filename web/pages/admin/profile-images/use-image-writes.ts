import { listProfileImages, removeImageOf, uploadImageOf } from '#contract/profile-images.ts'
import { getViewer } from '#contract/sessions.ts'
import { listUsers } from '#contract/users.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { fullName } from '#web/features/account/names.ts'
import { toast } from '#web/ui/toast-store.ts'

/** One's own image stands in the header, too. */
const stale = [listProfileImages, listUsers, getViewer]

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

export function useUploadImageOf(onDone: () => void) {
  return useWrite(uploadImageOf, {
    stale,
    onSuccess: user => {
      toast({ title: 'Profile image updated', description: fullName(user), variant: 'success' })
      onDone()
    },
    onError: failed('Upload failed'),
  })
}

export function useRemoveImageOf(onDone: () => void) {
  return useWrite(removeImageOf, {
    stale,
    onSuccess: () => {
      toast({ title: 'Profile image removed', variant: 'success' })
      onDone()
    },
    onError: failed('Removal failed'),
  })
}
