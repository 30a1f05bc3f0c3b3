import { ArchiveRestore, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TrashItem, TrashKind } from '#contract/trash.ts'
import { ratingCountLabel } from '#domain/ratings.ts'
import { Timestamp } from '#web/kit/timestamp.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

export const kindLabels: Record<TrashKind, { one: string; many: string }> = {
  restaurant: { one: 'Restaurant', many: 'Restaurants' },
  rating: { one: 'Rating', many: 'Ratings' },
  alert: { one: 'System alert', many: 'System alerts' },
}

interface Acts {
  restore: (item: TrashItem) => void
  purge: (item: TrashItem) => void
  /** What is being restored right now. */
  busyId: number | undefined
}

export function trashColumns(acts: Acts): Column<TrashItem>[] {
  return [
    { key: 'name', header: 'What', cell: item => <Named item={item} /> },
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
      className: 'max-lg:hidden',
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: item => <Actions item={item} {...acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface TrashCardProps {
  item: TrashItem
  tick: ReactNode
  acts: Acts
}

/** A row on phones. */
export function TrashCard({ item, tick, acts }: TrashCardProps) {
  return (
    <Card className="flex items-start gap-1 py-3 pr-3 pl-4">
      {tick}
      <div className="min-w-0 flex-1 pt-2">
        <Named item={item} />
        <p className="mt-2 text-sm">
          Deleted by <Deleter item={item} />, <Timestamp at={item.deletedAt} />
        </p>
        <p className="text-muted text-sm">
          Kept until <Timestamp at={item.purgedAt} dayOnly />
        </p>
        <div className="mt-2 flex items-center justify-between">
          <Actions item={item} {...acts} />
        </div>
      </div>
    </Card>
  )
}

function Named({ item: { kind, name, description, ratingCount } }: { item: TrashItem }) {
  return (
    <span className="wrap-anywhere block max-w-lg">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-semibold">{name}</span>
        <Badge>{kindLabels[kind].one}</Badge>
      </span>
      <span className="line-clamp-2 font-normal text-muted text-sm leading-snug">{description}</span>
      {kind === 'restaurant' && ratingCount > 0 && (
        <span className="block font-normal text-sm">with {ratingCountLabel(ratingCount)}</span>
      )}
    </span>
  )
}

function Deleter({ item: { deletedBy } }: { item: TrashItem }) {
  if (!deletedBy) return <span className="text-muted">somebody whose account is gone</span>
  return `${deletedBy.firstName} ${deletedBy.lastName}`
}

function Actions({ item, restore, purge, busyId }: Acts & { item: TrashItem }) {
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="small"
        icon={<ArchiveRestore aria-hidden="true" />}
        busy={busyId === item.id}
        onClick={() => restore(item)}
      >
        <span className="md:max-lg:sr-only">Restore</span>
        <span className="sr-only"> {item.name}</span>
      </Button>
      <IconButton label={`Delete ${item.name} for good`} onClick={() => purge(item)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
