import { listRestaurants, type Restaurant, restaurantSortKeys } from '#contract/restaurants.ts'
import { useCampusName } from '#web/pages/restaurant/restaurant-dialogs.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'
import { AdminList } from '../shared/admin-list.tsx'
import { useList } from '../shared/use-list.ts'

export function RestaurantsSection() {
  const campusName = useCampusName()
  const list = useList(listRestaurants, {
    sortKeys: restaurantSortKeys,
    sort: { key: 'name', descending: false },
    filters: ['campusCode'],
  })
  const columns: Column<Restaurant>[] = [
    { key: 'name', header: 'Name', sortable: true, cell: restaurant => restaurant.name },
    { key: 'campusCode', header: 'Campus', sortable: true, cell: ({ campusCode }) => campusName(campusCode) },
    { key: 'price', header: 'Price', sortable: true, cell: ({ price }) => price },
  ]
  return (
    <AdminList
      title="Restaurants"
      noun={['restaurant', 'restaurants']}
      list={list}
      searchLabel="Search restaurants"
      columns={columns}
      rowHeader="name"
      nameOf={restaurant => restaurant.name}
      card={restaurant => (
        <Card className="p-4">
          <p className="font-semibold">{restaurant.name}</p>
          {restaurant.disabled && <Badge tone="brick">Inactive</Badge>}
        </Card>
      )}
      empty={{ title: 'No restaurants yet' }}
    />
  )
}
