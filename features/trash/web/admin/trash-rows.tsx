import type { ReactNode } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { TrashItem } from '../../contract.ts'
import { trashKindLabels } from '../undo-toast.ts'

export const trashColumns: Column<TrashItem>[] = [
  { key: 'name', header: 'What', cell: (item, name) => <Named item={item}>{name}</Named> },
  {
    key: 'deleted',
    header: 'Deleted',
    label: 'Deleted',
    cell: ({ deletedAt, deletedBy }) => (
      <>
        <Timestamp at={deletedAt} />
        <span className="lg:block text-sm leading-snug">
          {' '}
          by {deletedBy ? fullName(deletedBy) : <span className="text-muted">a deleted account</span>}
        </span>
      </>
    ),
  },
  {
    key: 'purgedAt',
    header: 'Kept until',
    label: 'Kept until',
    cell: item => <Timestamp at={item.purgedAt} dayOnly />,
    className: 'max-lg:text-muted',
  },
]

/** A restaurant's address follows in the description anyway. */
function Named({ item, children }: { item: TrashItem; children: ReactNode }) {
  const { kind, description, ratingCount } = item
  return (
    <span className="wrap-anywhere block max-w-lg">
      <span className="flex flex-wrap items-center gap-x-2">
        {kind === 'restaurant' ? <span className="min-w-0 font-semibold">{item.name}</span> : children}
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
