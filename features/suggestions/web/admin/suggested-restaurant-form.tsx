import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RestaurantMissing } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { RestaurantForm } from '#features/restaurants/web/form/restaurant-form.tsx'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import type { AdminSuggestion } from '../../contract.ts'
import { suggestionQuery } from './suggestion-query.ts'

interface FormProps extends DialogProps {
  suggestion: AdminSuggestion
}

/** The restaurant form for the message in the URL, `?form=12`. Closing it returns to the message. */
export function SuggestedRestaurantForm({ rows }: { rows: readonly AdminSuggestion[] }) {
  const { form: id } = useParams({ form: param.id })
  if (!id) return null
  const close = () => urlParams.replace({ form: undefined, edit: id })
  return <Loaded key={id} id={id} rows={rows} onClose={close} />
}

function Loaded({
  id,
  rows,
  ...form
}: Omit<FormProps, 'suggestion'> & { id: number; rows: readonly AdminSuggestion[] }) {
  const { data } = useQuery(suggestionQuery(id, rows))
  // Keep the suggestion as it was on opening: after saving, a request has a restaurant, which must not switch the form.
  const [suggestion, setSuggestion] = useState(data)
  if (data && !suggestion) setSuggestion(data)
  if (!suggestion) return null
  if (suggestion.restaurant)
    return <Correct {...form} suggestion={suggestion} restaurantId={suggestion.restaurant.id} />
  return suggestion.kind === 'restaurant' ? <Add {...form} suggestion={suggestion} /> : null
}

function Add({ suggestion: { id, name, address, campusCode }, ...form }: FormProps) {
  const source = { suggestionId: id, values: { name: name ?? '', address: address ?? '' } }
  return <RestaurantForm restaurant={undefined} campusCode={campusCode ?? ''} source={source} {...form} />
}

function Correct({ suggestion, restaurantId, ...form }: FormProps & { restaurantId: number }) {
  const { data, error, refetch } = useRestaurant(restaurantId)
  const { onClose } = form
  if (data) return <RestaurantForm restaurant={data} source={{ suggestionId: suggestion.id }} {...form} />
  if (!error) return null
  return <RestaurantMissing error={error} onClose={onClose} onRetry={() => void refetch()} />
}
