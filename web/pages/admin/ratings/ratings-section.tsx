import { type AdminRating, listAllRatings, ratingSortKeys } from '#contract/admin-ratings.ts'
import { Card } from '#web/ui/card.tsx'
import { StarRating } from '#web/ui/stars.tsx'
import type { Column } from '#web/ui/table.tsx'
import { AdminList } from '../shared/admin-list.tsx'
import { useList } from '../shared/use-list.ts'

export function RatingsSection() {
  const list = useList(listAllRatings, {
    sortKeys: ratingSortKeys,
    sort: { key: 'updatedAt', descending: true },
    filters: ['userId', 'restaurantId'],
  })
  const columns: Column<AdminRating>[] = [
    { key: 'user', header: 'User', sortable: true, cell: ({ user }) => `${user.firstName} ${user.lastName}` },
    { key: 'restaurant', header: 'Restaurant', sortable: true, cell: ({ restaurant }) => restaurant.name },
    { key: 'value', header: 'Rating', sortable: true, cell: ({ value }) => <StarRating value={value} /> },
  ]
  return (
    <AdminList
      title="Ratings"
      noun={['rating', 'ratings']}
      list={list}
      searchLabel="Search ratings"
      columns={columns}
      rowHeader="user"
      nameOf={({ user, restaurant }) => `${user.firstName} ${user.lastName} on ${restaurant.name}`}
      card={({ restaurant, value }) => (
        <Card className="p-4">
          <p className="font-semibold">{restaurant.name}</p>
          <StarRating value={value} />
        </Card>
      )}
      empty={{ title: 'No ratings yet' }}
    />
  )
}
