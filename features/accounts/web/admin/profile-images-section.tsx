import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { distinctPeople } from '#kit/rules/texts/distinct-people.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { fullName, initials } from '#kit/rules/texts/person-names.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { listProfileImages, type ProfileImage, removeImageOf } from '../../profile-images-contract.ts'
import { mayChange } from '../../ranks.ts'
import { useSignedIn } from '../viewer.ts'
import { imageTopics, UploadDialog } from './upload-dialog.tsx'

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
    touches: imageTopics,
    done: 'Profile image removed',
    failed: 'Removal failed',
  })
  const nameOf = distinctPeople(list.loadedRows)
  return (
    <ListSection
      title="Profile Images"
      noun={['image', 'images']}
      list={list}
      isWaiting={query.isPending}
      above={data && <StorageMeter bytes={data.totalBytes} quota={data.quotaBytes} />}
      nameOf={fullName}
      distinctNameOf={nameOf}
      columns={[
        { key: 'name', header: 'Name', sortable: true, cell: image => <Owner image={image} /> },
        {
          key: 'campus',
          header: 'Campus',
          cell: ({ campusCode }) => campusName(campusCode),
          card: 'none',
        },
        {
          key: 'size',
          header: 'Size',
          sortable: true,
          align: 'right',
          cell: ({ bytes }) => sizeLabel(bytes),
          card: 'beside',
          className: 'whitespace-nowrap max-lg:text-muted',
        },
        {
          key: 'stored',
          header: 'Since',
          sortable: true,
          cell: ({ storedAt }) => <Timestamp at={storedAt} dayOnly />,
          card: 'dotted',
          label: 'since',
          className: 'max-lg:text-muted',
        },
      ]}
      // Only the primary admin may change the primary admin's image.
      noActions={image =>
        mayChange(viewer, { ...image, role: 'user' }, 'firstName') ? null : (
          <span className="inline-block px-2 lg:px-4 py-2 text-muted text-sm">Primary admin</span>
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
      <Avatar
        src={image.profileImageUrl}
        fallback={initials(image)}
        tint={image.id}
        className="max-lg:!size-12"
      />
      <span className="min-w-0">
        <span className="wrap-break-word block max-w-96 font-semibold">{fullName(image)}</span>
        <span className="wrap-anywhere block font-normal text-muted text-sm max-lg:truncate">
          {image.email}
        </span>
      </span>
    </span>
  )
}

/** The storage used by all images, and the quota. */
function StorageMeter({ bytes, quota }: { bytes: number; quota: number }) {
  const id = useId()
  const share = bytes / quota
  const percent = Math.round(share * 100)
  return (
    <div className="flex shrink-0 flex-col gap-3">
      <div className={cardClass('px-5 py-1 md:py-4')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span id={id} className="font-semibold">
            Storage
          </span>
          <span className="text-muted tabular-nums">
            <strong className="text-ink">{sizeLabel(bytes)}</strong> of {sizeLabel(quota)} ({percent}%)
          </span>
        </div>
        <meter aria-labelledby={id} min={0} max={quota} value={bytes} className="sr-only">
          {sizeLabel(bytes)} of {sizeLabel(quota)}
        </meter>
        <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunken md:mt-2">
          <span
            style={{ width: `${Math.min(100, Math.max(bytes > 0 ? 1 : 0, share * 100))}%` }}
            className={clsx(
              'block h-full rounded-full',
              share > 1 ? 'bg-brick' : share > 0.8 ? 'bg-saffron' : 'bg-olive',
            )}
          />
        </div>
      </div>
      {share > 1 && (
        <Banner quiet severity="warning" title="The images take more space than intended">
          Uploads still work. Remove images that are no longer needed; sort by size to find the largest.
        </Banner>
      )}
    </div>
  )
}
