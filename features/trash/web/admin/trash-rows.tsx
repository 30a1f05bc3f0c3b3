import { counted } from '#kit/rules/texts/counted.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { TrashItem } from '../../contract.ts'
import { trashKindLabels } from '../undo-toast.ts'

export const trashColumns = (nameOf: (item: TrashItem) => string): Column<TrashItem>[] => [
  { key: 'name', header: 'What', cell: item => <Named item={item} name={nameOf(item)} /> },
  {
    key: 'deleted',
    header: 'Deleted',
    cell: item => (
      <>
        <Timestamp at={item.deletedAt} />
        <span className="block text-sm leading-snug">
          by <Deleter item={item} />
        </span>
      </>
    ),
  },
  {
    key: 'purgedAt',
    header: 'Kept until',
    cell: item => <Timestamp at={item.purgedAt} dayOnly />,
  },
]

/** An item as shown below 1024 px. */
export function TrashCard({ item, name }: { item: TrashItem; name: string }) {
  return (
    <>
      <Named item={item} name={name} />
      <p className="mt-2 text-sm">
        Deleted by <Deleter item={item} />, <Timestamp at={item.deletedAt} />
      </p>
      <p className="text-muted text-sm">
        Kept until <Timestamp at={item.purgedAt} dayOnly />
      </p>
    </>
  )
}

/** A restaurant's address follows in the description anyway. */
function Named({ item, name }: { item: TrashItem; name: string }) {
  const { kind, description, ratingCount } = item
  return (
    <span className="wrap-anywhere block max-w-lg">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-semibold">{kind === 'restaurant' ? item.name : name}</span>
        <Badge>{trashKindLabels[kind]}</Badge>
      </span>
      <span className="line-clamp-2 lg:line-clamp-1 font-normal text-muted text-sm leading-snug">
        {description}
      </span>
      {kind === 'restaurant' && ratingCount > 0 && (
        <span className="block font-normal text-sm">with {counted(ratingCount, 'rating')}</span>
      )}
    </span>
  )
}

function Deleter({ item: { deletedBy } }: { item: TrashItem }) {
  if (!deletedBy) return <span className="text-muted">a deleted account</span>
  return fullName(deletedBy)
}
