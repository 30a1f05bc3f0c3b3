import { ImageUp, Trash2 } from 'lucide-react'
import type { ProfileImage } from '#contract/profile-images.ts'
import { fullName, initials } from '#web/features/account/names.ts'
import { Timestamp } from '#web/kit/timestamp.tsx'
import { sizeLabel } from '#web/lib/size-label.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Acts {
  /** The primary admin’s image is its own affair. */
  mayChange: (image: ProfileImage) => boolean
  replace: (image: ProfileImage) => void
  remove: (image: ProfileImage) => void
  campusName: (code: string) => string
}

export function imageColumns(acts: Acts): Column<ProfileImage>[] {
  return [
    { key: 'name', header: 'Name', sortable: true, cell: image => <Owner image={image} /> },
    {
      key: 'campus',
      header: 'Campus',
      cell: ({ campusCode }) => acts.campusName(campusCode),
      className: 'max-lg:hidden',
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
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: image => <Actions image={image} acts={acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface RowProps {
  image: ProfileImage
  acts: Acts
}

/** A row on phones. */
export function ImageCard({ image, acts }: RowProps) {
  return (
    <Card className="flex items-center gap-1 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <Owner image={image} />
        <p className="mt-1.5 text-muted text-sm">
          {sizeLabel(image.bytes)} · since <Timestamp at={image.storedAt} dayOnly />
        </p>
      </div>
      <Actions image={image} acts={acts} />
    </Card>
  )
}

function Owner({ image }: { image: ProfileImage }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar src={image.profileImageUrl} fallback={initials(image)} className="!size-12" />
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{fullName(image)}</span>
        <span className="wrap-anywhere block font-normal text-muted text-sm max-md:truncate">
          {image.email}
        </span>
      </span>
    </span>
  )
}

function Actions({ image, acts }: RowProps) {
  if (!acts.mayChange(image)) return <span className="px-4 text-muted text-sm">Primary admin</span>
  const name = fullName(image)
  return (
    <span className="whitespace-nowrap">
      <IconButton label={`Replace the image of ${name}`} onClick={() => acts.replace(image)}>
        <ImageUp />
      </IconButton>
      <IconButton label={`Remove the image of ${name}`} onClick={() => acts.remove(image)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
