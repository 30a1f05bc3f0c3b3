import * as z from 'zod/mini'
import { imageTypes } from '#features/images/contract.ts'
import { fitImage } from '#features/images/web/fit-image.ts'
import { notAnImage, useImageFile } from '#features/images/web/image-file.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { chosenFile } from '#kit/web/forms/chosen-file.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
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

const Form = z.object({
  user: z.pipe(
    z.custom<Owner | undefined>().check(z.refine(user => user !== undefined, 'Please select a user')),
    z.transform(user => user as Owner),
  ),
  file: chosenFile({ missing: 'Please choose an image', maxBytes, tooLarge }),
})

/** Uploads a profile image for another person. */
export function UploadDialog({ owner, onClose }: UploadDialogProps) {
  const title = owner ? 'Replace Profile Image' : 'Upload Profile Image'
  const form = useForm({ draft: title, schema: Form, values: { user: owner, file: undefined } })
  const { user, file } = form.typed
  const preview = useImageFile(file)
  const upload = useWrite(uploadImageOf, {
    touches: imageTopics,
    done: user => ({ title: 'Profile image updated', description: fullName(user) }),
    failed: 'Upload failed',
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={owner?.name}
      form={form}
      onSubmit={async ({ user, file }) => {
        if (preview.failed) throw new ApiError(400, notAnImage)
        await upload.mutateAsync({ ...idParams(user), file: fitImage(file) })
      }}
      asks={false}
      submitLabel="Upload image"
      busyText="Uploading..."
    >
      {!owner && (
        <Field label="User" required error={form.field('user').error}>
          <UserPicker
            placeholder="Name, email, campus or department"
            chosen={user?.name ?? ''}
            onChoose={choice => form.set({ user: choice && { id: choice.id, name: choice.label } })}
          />
        </Field>
      )}
      <FileDrop
        label="Image"
        accept={imageTypes.join(',')}
        hint="JPEG, PNG or WebP, under 10 MB"
        file={file}
        onChange={file => {
          form.set({ file }, { checks: true })
          form.dismissFailure()
        }}
        error={form.field('file').error ?? (preview.failed ? notAnImage : form.failure?.message)}
        disabled={upload.isPending}
      />
      {preview.url && (
        <div className="flex items-center gap-4">
          <Avatar src={preview.url} fallback="?" size="large" />
          <p className="text-muted text-sm">As it will appear, cropped to a circle.</p>
        </div>
      )}
    </FormDialog>
  )
}
