import { ClipboardList, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { ratingCountLabel } from '#domain/ratings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StarRating } from '#web/ui/stars.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Acts {
  edit: (restaurant: Restaurant) => void
  team: (restaurant: Restaurant) => void
  remove: (restaurant: Restaurant) => void
}

interface Look {
  campusName: (code: string) => string
  acts: Acts
}

export function restaurantColumns({ campusName, acts }: Look): Column<Restaurant>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      cell: restaurant => (
        <>
          <Named restaurant={restaurant} onOpen={acts.edit} />
          <span className="font-normal text-sm lg:hidden">{campusName(restaurant.campusCode)}</span>
        </>
      ),
    },
    {
      key: 'campusCode',
      header: 'Campus',
      sortable: true,
      cell: ({ campusCode }) => campusName(campusCode),
      className: 'max-lg:hidden',
    },
    {
      key: 'price',
      header: 'Price',
      sortable: true,
      cell: ({ price }) => price ?? <Unknown />,
      className: 'max-lg:hidden',
    },
    {
      key: 'distance',
      header: 'Miles',
      sortable: true,
      align: 'right',
      cell: ({ distance }) => distance?.toFixed(1) ?? <Unknown />,
      className: 'max-xl:hidden',
    },
    {
      key: 'travelTime',
      header: 'Minutes',
      sortable: true,
      align: 'right',
      cell: ({ travelTime }) => travelTime || <Unknown />,
      className: 'max-xl:hidden',
    },
    { key: 'avgRating', header: 'Rating', sortable: true, cell: restaurant => <Rated {...restaurant} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: restaurant => <Actions restaurant={restaurant} acts={acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface RestaurantCardProps extends Look {
  restaurant: Restaurant
  tick: ReactNode
}

/** A row on phones. */
export function RestaurantCard({ restaurant, tick, campusName, acts }: RestaurantCardProps) {
  return (
    <Card className="flex items-start gap-1 py-3 pr-2 pl-4">
      {tick}
      <div className="min-w-0 flex-1 pt-2">
        <Named restaurant={restaurant} onOpen={acts.edit} />
        <p className="mt-1 text-sm">
          {[campusName(restaurant.campusCode), restaurant.price].filter(Boolean).join(' · ')}
        </p>
        <Rated {...restaurant} />
        <Actions restaurant={restaurant} acts={acts} className="-ml-3 block" />
      </div>
    </Card>
  )
}

function Named({ restaurant, onOpen }: { restaurant: Restaurant; onOpen: (restaurant: Restaurant) => void }) {
  return (
    <span className="wrap-anywhere block min-w-40 max-w-md">
      <button
        type="button"
        onClick={() => onOpen(restaurant)}
        className="text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
      >
        {restaurant.name}
      </button>
      {restaurant.disabled && (
        <Badge tone="brick" className="ml-2 align-middle">
          Inactive
        </Badge>
      )}
      <span className="block font-normal text-muted text-sm leading-snug">{restaurant.address}</span>
    </span>
  )
}

function Rated({ avgRating, ratingCount }: Restaurant) {
  if (avgRating === null) return <span className="text-muted text-sm">No ratings yet</span>
  return (
    <span className="flex flex-col">
      <StarRating value={avgRating} />
      <span className="text-muted text-sm">{ratingCountLabel(ratingCount)}</span>
    </span>
  )
}

interface ActionsProps {
  restaurant: Restaurant
  acts: Acts
  className?: string
}

function Actions({ restaurant, acts, className }: ActionsProps) {
  return (
    <span className={className}>
      <IconButton label={`Edit ${restaurant.name}`} onClick={() => acts.edit(restaurant)}>
        <Pencil />
      </IconButton>
      <IconButton label={`Team ratings of ${restaurant.name}`} onClick={() => acts.team(restaurant)}>
        <ClipboardList />
      </IconButton>
      <IconButton label={`Delete ${restaurant.name}`} onClick={() => acts.remove(restaurant)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">Not known</span>
    </>
  )
}
