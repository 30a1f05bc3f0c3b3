import { Pencil, Trash2 } from 'lucide-react'
import type { AdminRating } from '#contract/admin-ratings.ts'
import { formatDate } from '#domain/clock.ts'
import { fullName } from '#web/features/account/names.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StarRating } from '#web/ui/stars.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Look {
  timeZone: string
  campusName: (code: string) => string
  onEdit: (rating: AdminRating) => void
  onDelete: (rating: AdminRating) => void
}

/** Whose rating of what it is. */
export const ratingName = ({ user, restaurant }: AdminRating) =>
  `${fullName(user)}’s rating of ${restaurant.name}`

export function ratingColumns(look: Look): Column<AdminRating>[] {
  const { timeZone, campusName } = look
  return [
    {
      key: 'user',
      header: 'User',
      sortable: true,
      cell: ({ user }) => <TwoLines first={fullName(user)} second={user.department} />,
    },
    {
      key: 'restaurant',
      header: 'Restaurant',
      sortable: true,
      cell: ({ restaurant }) => (
        <TwoLines first={restaurant.name} second={campusName(restaurant.campusCode)} />
      ),
    },
    { key: 'value', header: 'Rating', sortable: true, cell: ({ value }) => <Stars value={value} /> },
    {
      key: 'comment',
      header: 'Comment',
      cell: ({ comment }) => (
        <span title={comment ?? undefined} className="line-clamp-2 max-w-80 text-sm">
          {comment}
        </span>
      ),
      className: 'max-lg:hidden',
    },
    {
      key: 'updatedAt',
      header: 'Date',
      sortable: true,
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} className="whitespace-nowrap text-sm tabular-nums">
          {formatDate(new Date(updatedAt), timeZone)}
        </time>
      ),
      className: 'max-xl:hidden',
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: rating => <Actions rating={rating} {...look} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

/** A row on phones. */
export function RatingCard({ rating, ...look }: Look & { rating: AdminRating }) {
  const { user, restaurant, value, comment, updatedAt } = rating
  return (
    <Card className="flex items-start gap-1 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1 pt-1.5">
        <p className="break-words font-semibold">{restaurant.name}</p>
        <p className="break-words text-muted text-sm">
          {fullName(user)} · {user.department}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm">
          <Stars value={value} />
          <time dateTime={updatedAt} className="text-muted tabular-nums">
            {formatDate(new Date(updatedAt), look.timeZone)}
          </time>
        </p>
        {comment && <p className="mt-1.5 line-clamp-3 break-words text-sm">{comment}</p>}
      </div>
      <Actions rating={rating} {...look} />
    </Card>
  )
}

const Stars = ({ value }: { value: number }) => <StarRating value={value} hideValue />

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="block max-w-72">
      <span className="wrap-anywhere block font-semibold">{first}</span>
      <span className="block font-normal text-muted text-sm leading-snug">{second}</span>
    </span>
  )
}

function Actions({ rating, onEdit, onDelete }: Look & { rating: AdminRating }) {
  return (
    <span className="shrink-0">
      <IconButton label={`Edit ${ratingName(rating)}`} onClick={() => onEdit(rating)}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${ratingName(rating)}`} onClick={() => onDelete(rating)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
