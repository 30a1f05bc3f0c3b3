import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminRating } from '#contract/admin-ratings.ts'
import { getRestaurant } from '#contract/restaurants.ts'
import { read } from '#web/api/queries.ts'
import { fullName } from '#web/features/account/names.ts'
import { RestaurantPicker, UserPicker } from '#web/kit/pickers.tsx'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import type { Choice } from '#web/ui/combobox.tsx'

/** Narrows the list to one person, one restaurant, or both, as the address says. */
export function RatingFilters({ rows }: { rows: readonly AdminRating[] }) {
  const { search, refine } = useSearchParams()
  const userId = parseId(search.userId)
  const restaurantId = parseId(search.restaurantId)
  const narrow = (name: string, choice: Choice | undefined) => refine({ [name]: choice?.id, page: undefined })
  const [chosenUser, setChosenUser] = useState<Choice>()
  // After a reload, only the ratings can tell who that is.
  const user = rows.find(row => row.userId === userId)?.user
  const userName = user ? fullName(user) : chosenUser?.id === userId ? chosenUser?.label : `User ${userId}`
  return (
    <>
      <UserPicker
        label="User"
        placeholder="All users"
        chosen={userId ? (userName ?? '') : ''}
        onChoose={choice => {
          setChosenUser(choice)
          narrow('userId', choice)
        }}
        className="w-52 max-sm:w-full"
      />
      <RestaurantPicker
        label="Restaurant"
        placeholder="All restaurants"
        chosen={useRestaurantName(restaurantId)}
        onChoose={choice => narrow('restaurantId', choice)}
        className="w-60 max-sm:w-full"
      />
    </>
  )
}

function useRestaurantName(id: number | undefined): string {
  const { data, isError } = useQuery({
    ...read(getRestaurant, { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  if (id === undefined) return ''
  return data?.name ?? (isError ? `Restaurant ${id}` : '…')
}
