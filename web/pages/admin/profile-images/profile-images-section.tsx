import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { listProfileImages, type ProfileImage, removeImageOf } from '#contract/profile-images.ts'
import { compareNames } from '#domain/names.ts'
import { fullName, initials } from '#domain/person-names.ts'
import { mayChange } from '#domain/ranks.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { read } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { sizeLabel } from '#web/lib/size-label.ts'
import { distinctPeople } from '#web/shared/admin/distinct-people.ts'
import { ListSection } from '#web/shared/admin/list-section.tsx'
import { useLocalList } from '#web/shared/admin/list-state.ts'
import { idParams } from '#web/shared/admin/row-actions.tsx'
import { Timestamp } from '#web/shared/timestamp.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { imageQueries, UploadDialog } from './upload-dialog.tsx'

export function ProfileImagesSection() {
  const viewer = useSignedIn()
  const campusName = useCampusName()
  const { data, ...query } = useQuery({ ...read(listProfileImages), staleTime: 0 })
  const list = useLocalList(
    { ...query, data: data?.images },
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
  const removal = useWrite(removeImageOf, {
    stale: imageQueries,
    done: 'Profile image removed',
    failed: 'Removal failed',
  })
  const nameOf = distinctPeople(list.loadedRows)
  return (
    <ListSection
      title="Profile Images"
      noun={['image', 'images']}
      list={list}
      searchLabel="Search images"
      isWaiting={query.isPending}
      above={data && <StorageMeter bytes={data.totalBytes} quota={data.quotaBytes} />}
      rowHeader="name"
      nameOf={fullName}
      distinctNameOf={nameOf}
      columns={[
        { key: 'name', header: 'Name', sortable: true, cell: image => <Owner image={image} /> },
        {
          key: 'campus',
          header: 'Campus',
          cell: ({ campusCode }) => campusName(campusCode),
        },
        {
          key: 'size',
          header: 'Size',
          sortable: true,
          align: 'right',
          cell: ({ bytes }) => <span className="whitespace-nowrap">{sizeLabel(bytes)}</span>,
        },
        {
          key: 'stored',
          header: 'Since',
          sortable: true,
          cell: ({ storedAt }) => <Timestamp at={storedAt} dayOnly />,
        },
      ]}
      card={image => (
        <>
          <Owner image={image} />
          <p className="mt-1.5 text-muted text-sm">
            {sizeLabel(image.bytes)} · since <Timestamp at={image.storedAt} dayOnly />
          </p>
        </>
      )}
      // Only the primary admin may change the primary admin's image.
      noActions={image =>
        mayChange(viewer, { ...image, role: 'user' }, 'firstName') ? null : (
          <span className="px-4 text-muted text-sm">Primary admin</span>
        )
      }
      add={{ label: 'Upload Image', icon: <ImageUp /> }}
      edit={{
        label: image => `Replace the image of ${nameOf(image)}`,
        icon: <ImageUp />,
      }}
      dialog={(image, props) => (
        <UploadDialog owner={image && { id: image.id, name: nameOf(image) }} {...props} />
      )}
      remove={{
        label: image => `Remove the image of ${nameOf(image)}`,
        question: image => ({
          title: `Remove the image of ${nameOf(image)}?`,
          text: 'Their initials are shown instead. This can’t be undone.',
          confirmLabel: 'Remove image',
        }),
        run: image => removal.mutateAsync(idParams(image)),
      }}
      empty={{
        title: 'No profile images yet',
        text: 'People set their own in their profile. You can also upload one for someone here.',
      }}
    />
  )
}

function Owner({ image }: { image: ProfileImage }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar src={image.profileImageUrl} fallback={initials(image)} className="!size-12" />
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{fullName(image)}</span>
        <span className="wrap-anywhere block font-normal text-muted text-sm max-lg:truncate">
          {image.email}
        </span>
      </span>
    </span>
  )
}
