import type { ReactNode } from 'react'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import type { Restaurant } from '../../contract.ts'
import { useRestaurant } from '../use-restaurant.ts'

const RestaurantMissing = lazyDialog(
  async () => (await import('../details/restaurant-missing.tsx')).RestaurantMissing,
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
  const id = useParams({ [name]: param.id })[name]
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
