import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { AdminCampus } from '#contract/campuses.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Acts {
  edit: (campus: AdminCampus) => void
  remove: (campus: AdminCampus) => void
}

export function campusColumns(acts: Acts): Column<AdminCampus>[] {
  return [
    { key: 'name', header: 'Name', sortable: true, cell: campus => <Named campus={campus} acts={acts} /> },
    { key: 'place', header: 'Place', cell: campus => <Place campus={campus} />, className: 'max-lg:hidden' },
    {
      key: 'restaurants',
      header: 'Restaurants',
      sortable: true,
      align: 'right',
      cell: campus => <Restaurants campus={campus} />,
    },
    {
      key: 'users',
      header: 'Users',
      sortable: true,
      align: 'right',
      cell: campus => campus.userCount.toLocaleString('en-US'),
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: campus => <Actions campus={campus} acts={acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface RowProps {
  campus: AdminCampus
  acts: Acts
}

/** A row on phones. */
export function CampusCard({ campus, acts }: RowProps) {
  return (
    <Card className="flex items-start gap-1 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1 pt-1.5">
        <Named campus={campus} acts={acts} />
        <div className="mt-1">
          <Place campus={campus} />
        </div>
        <p className="mt-1 text-sm">
          <Restaurants campus={campus} /> {campus.restaurantCount === 1 ? 'restaurant' : 'restaurants'} ·{' '}
          {campus.userCount.toLocaleString('en-US')} {campus.userCount === 1 ? 'user' : 'users'}
        </p>
      </div>
      <Actions campus={campus} acts={acts} />
    </Card>
  )
}

function Named({ campus, acts }: RowProps) {
  return (
    <>
      <button
        type="button"
        onClick={() => acts.edit(campus)}
        className="wrap-anywhere text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
      >
        {campus.name}
      </button>
      <span className="wrap-anywhere block font-normal text-muted text-sm">{campus.code}</span>
    </>
  )
}

function Place({ campus: { address, latitude, longitude } }: { campus: AdminCampus }) {
  return (
    <>
      <span className="wrap-anywhere block text-sm leading-snug">{address}</span>
      <span className="block text-muted text-sm tabular-nums">
        {latitude.toFixed(4)}, {longitude.toFixed(4)}
      </span>
    </>
  )
}

function Restaurants({ campus: { code, name, restaurantCount } }: { campus: AdminCampus }) {
  if (restaurantCount === 0) return 0
  return (
    <Link
      to="/admin"
      search={{ section: 'restaurants', campusCode: code }}
      className="text-terracotta-ink underline underline-offset-4"
    >
      {restaurantCount.toLocaleString('en-US')}
      <span className="sr-only"> near {name}</span>
    </Link>
  )
}

function Actions({ campus, acts }: RowProps) {
  return (
    <span className="whitespace-nowrap">
      <IconButton label={`Edit ${campus.name}`} onClick={() => acts.edit(campus)}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${campus.name}`} onClick={() => acts.remove(campus)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
