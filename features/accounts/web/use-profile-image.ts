import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fitImage } from '#features/images/web/fit-image.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { removeProfileImage, uploadProfileImage } from '../own-profile-image-contract.ts'
import { useSignedIn, viewerChanged } from './viewer.ts'

const { maxBytes, tooLarge } = uploadProfileImage.upload

/** Sets and removes the viewer's image; `preview` is the URL of the one being uploaded. */
export function useProfileImage() {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const params = { id: String(viewer.id) }
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  const upload = useWrite(uploadProfileImage, {
    touches: [],
    done: user => {
      viewerChanged(queryClient, user)
      return 'Profile image updated'
    },
    failed: 'Upload failed',
    onSettled: () => setPreview(undefined),
  })
  const removal = useWrite(removeProfileImage, {
    touches: [],
    done: () => {
      viewerChanged(queryClient, { ...viewer, profileImageUrl: null })
      return 'Profile image removed'
    },
    failed: 'Removal failed',
  })

  return {
    preview,
    isUploading: upload.isPending,
    isRemoving: removal.isPending,
    set: (file: File) => {
      if (upload.isPending) return
      if (file.size > maxBytes) {
        toast({ title: 'File too large', description: tooLarge, variant: 'destructive' })
        return
      }
      setPreview(URL.createObjectURL(file))
      upload.mutate({ params, file: fitImage(file) })
    },
    remove: (onDone: () => void) => removal.mutate({ params }, { onSettled: onDone }),
  }
}
