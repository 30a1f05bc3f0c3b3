import { useState } from 'react'
import { imageTypes } from '#features/images/contract.ts'
import { fitImage } from '#features/images/web/fit-image.ts'
import { notAnImage, useImageFile } from '#features/images/web/image-file.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { SubmitDialog } from '#kit/web/forms/old/submit-dialog.tsx'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { FileDrop } from '#kit/web/ui/inputs/file-drop.tsx'
import { uploadImageOf } from '../../profile-images-contract.ts'
import { UserPicker } from '../user-picker.tsx'

/** Includes the viewer, whose own image is also in the header. */
export const imageTopics = ['profile images', 'users', 'viewer']

interface UploadDialogProps extends DialogProps {
  /** The person the image is for; undefined: chosen in the dialog. */
  owner: Owner | undefined
}

interface Owner {
  id: number
  name: string
}

const { maxBytes, tooLarge } = uploadImageOf.upload

/** Uploads a profile image for another person. */
export function UploadDialog({ owner, onClose }: UploadDialogProps) {
  const [user, setUser] = useDraftState('user', owner)
  const [file, setFile] = useDraftState<File | undefined>('file', undefined)
  const [isSubmitted, setSubmitted] = useState(false)
  const preview = useImageFile(file)
  const upload = useWrite(uploadImageOf, {
    touches: imageTopics,
    done: user => ({ title: 'Profile image updated', description: fullName(user) }),
    failed: 'Upload failed',
  })
  const fileError = !file
    ? isSubmitted && 'Please choose an image'
    : file.size > maxBytes
      ? tooLarge
      : preview.failed
        ? notAnImage
        : upload.error?.message

  const submit = () => {
    setSubmitted(true)
    if (!user || !file || file.size > maxBytes || preview.failed) return
    upload.mutate({ ...idParams(user), file: fitImage(file) }, { onSuccess: onClose })
  }
  return (
    <SubmitDialog
      onClose={onClose}
      title={owner ? 'Replace Profile Image' : 'Upload Profile Image'}
      description={owner?.name}
      onSubmit={submit}
      submitLabel="Upload image"
      busy={upload.isPending}
      busyText="Uploading..."
    >
      {!owner && (
        <Field label="User" required error={isSubmitted && !user ? 'Please select a user' : undefined}>
          <UserPicker
            placeholder="Name, email, campus or department"
            chosen={user?.name ?? ''}
            onChoose={choice => setUser(choice && { id: choice.id, name: choice.label })}
          />
        </Field>
      )}
      <FileDrop
        label="Image"
        accept={imageTypes.join(',')}
        hint="JPEG, PNG or WebP, under 10 MB"
        file={file}
        onChange={chosen => {
          setFile(chosen)
          upload.reset()
        }}
        error={fileError || undefined}
        disabled={upload.isPending}
      />
      {preview.url && (
        <div className="flex items-center gap-4">
          <Avatar src={preview.url} fallback="?" size="large" />
          <p className="text-muted text-sm">As it will appear, cropped to a circle.</p>
        </div>
      )}
    </SubmitDialog>
  )
}
