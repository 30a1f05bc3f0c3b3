import type { ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { useRestaurant } from '#web/api/use-restaurant.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { parseId, urlParams } from '#web/lib/search-params.ts'
import type { DialogProps } from '#web/shared/admin/row-actions.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const RestaurantMissing = lazyDialog(
  async () => (await import('#web/features/restaurants/restaurant-missing.tsx')).RestaurantMissing,
)

interface FormProps extends DialogProps {
  restaurant: Restaurant
}

interface RestaurantEditorProps {
  /** The search parameter's name in the URL. */
  name: 'edit' | 'team'
  /** If the restaurant is among these rows, it is shown immediately; otherwise it is fetched. */
  rows: readonly Restaurant[]
  Form: (props: FormProps) => ReactNode
}

/** The dialog for the restaurant in the URL, `?edit=12`, whichever page of the list contains it. */
export function RestaurantEditor({ name, ...props }: RestaurantEditorProps) {
  const search = useSearch()
  const id = parseId(search[name])
  if (!id) return null
  return <Loaded key={id} id={id} onClose={() => urlParams.close(name)} {...props} />
}

interface LoadedProps extends Omit<FormProps, 'restaurant'>, Pick<RestaurantEditorProps, 'rows' | 'Form'> {
  id: number
}

function Loaded({ id, rows, Form, ...dialog }: LoadedProps) {
  const { data, error, refetch } = useRestaurant(id)
  const restaurant = data ?? rows.find(row => row.id === id)
  if (restaurant) return <Form restaurant={restaurant} {...dialog} />
  if (!error) return null
  return <RestaurantMissing error={error} onClose={dialog.onClose} onRetry={() => void refetch()} />
}
