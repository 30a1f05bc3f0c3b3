import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { listProfileImages, type ProfileImage } from '#contract/profile-images.ts'
import { compareNames } from '#domain/compare-names.ts'
import { mayChange } from '#domain/ranks.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { fullName } from '#web/features/account/names.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useCampusName } from '#web/kit/campus-name.ts'
import { useLocalList } from '#web/kit/list-state.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState, useSticky } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ImageCard, imageColumns } from './image-rows.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { useRemoveImageOf } from './use-image-writes.ts'

export function ProfileImagesSection() {
  const { search, open, close } = useSearchParams()
  const viewer = useSignedIn()
  const campusName = useCampusName()
  const { data, error, refetch, isFetching } = useQuery({ ...read(listProfileImages), staleTime: 0 })
  const list = useLocalList(
    { data: data?.images, error, refetch, isFetching },
    {
      textOf: image =>
        `${fullName(image)} ${image.email} ${campusName(image.campusCode)} ${image.department}`,
      orders: {
        name: (a, b) => compareNames(fullName(a), fullName(b)),
        size: (a, b) => a.bytes - b.bytes,
        stored: (a, b) => a.storedAt.localeCompare(b.storedAt),
      },
    },
  )
  const [doomed, setDoomed] = useState<ProfileImage>()
  const added = useDialogState(search.add === 'image' || undefined)
  const replaced = useDialogState(data?.images.find(({ id }) => id === parseId(search.edit)))
  const acts = {
    mayChange: (image: ProfileImage) => mayChange(viewer, { ...image, role: 'user' }, 'firstName'),
    replace: ({ id }: ProfileImage) => open({ edit: id }),
    remove: setDoomed,
    campusName,
  }
  const upload = (
    <Button variant="primary" icon={<ImageUp />} onClick={() => open({ add: 'image' })}>
      Upload Image
    </Button>
  )
  return (
    <>
      <AdminList
        title="Profile Images"
        noun={['image', 'images']}
        list={list}
        searchLabel="Search images"
        actions={upload}
        above={data && <StorageMeter bytes={data.totalBytes} quota={data.quotaBytes} />}
        columns={imageColumns(acts)}
        rowHeader="name"
        nameOf={fullName}
        card={image => <ImageCard image={image} acts={acts} />}
        empty={{
          title: 'Nobody has a profile image yet',
          text: 'People set their own on their profile; you can upload one for somebody here.',
          action: upload,
        }}
      />
      {added.value && (
        <UploadDialog key={added.key} owner={undefined} open={added.open} onClose={() => close('add')} />
      )}
      {replaced.value && (
        <UploadDialog
          key={`replace ${replaced.key}`}
          owner={{ id: replaced.value.id, name: fullName(replaced.value) }}
          open={replaced.open}
          onClose={() => close('edit')}
        />
      )}
      <RemoveDialog image={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

interface RemoveDialogProps {
  /** undefined: the dialog is closed. */
  image: ProfileImage | undefined
  onClose: () => void
}

function RemoveDialog({ image, onClose }: RemoveDialogProps) {
  const shown = useSticky(image)
  const removal = useRemoveImageOf(onClose)
  if (!shown) return null
  return (
    <ConfirmDialog
      open={image !== undefined}
      onOpenChange={onClose}
      title={`Remove the image of ${fullName(shown)}?`}
      confirmLabel="Remove image"
      danger
      busy={removal.isPending}
      onConfirm={() => removal.mutate({ params: { id: String(shown.id) } })}
    >
      Their initials are shown instead. This can’t be undone.
    </ConfirmDialog>
  )
}
