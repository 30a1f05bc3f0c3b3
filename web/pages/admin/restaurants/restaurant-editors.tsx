import { useQuery } from '@tanstack/react-query'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { read } from '#web/api/queries.ts'
import { RestaurantFormDialog } from '#web/features/restaurant/restaurant-form-dialog.tsx'
import { RestaurantMissing } from '#web/features/restaurant/restaurant-missing.tsx'
import { TeamRatingsDialog } from '#web/features/restaurant/team-ratings-dialog.tsx'
import { useRestaurant } from '#web/features/restaurant/use-restaurant.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState } from '#web/lib/state.ts'

/** The dialogs for one restaurant that the address names; `rows` know it at once where they hold it. */
export function RestaurantEditors({ rows }: { rows: readonly Restaurant[] }) {
  const { search, close } = useSearchParams()
  const { data: campuses } = useQuery(read(listCampuses))
  const added = useDialogState(search.add === 'restaurant' || undefined)
  const edited = useDialogState(parseId(search.edit))
  const team = useDialogState(parseId(search.team))
  if (!campuses) return null
  const known = (id: number) => rows.find(row => row.id === id)
  return (
    <>
      {added.value && (
        <RestaurantFormDialog
          key={added.key}
          restaurant={undefined}
          campuses={campuses}
          campusCode={campuses.find(({ code }) => code === search.campusCode)?.code ?? ''}
          open={added.open}
          onClose={() => close('add')}
        />
      )}
      {edited.value && (
        <Editor
          key={`edit ${edited.key}`}
          id={edited.value}
          known={known(edited.value)}
          open={edited.open}
          onClose={() => close('edit')}
          campuses={campuses}
          Form={RestaurantFormDialog}
        />
      )}
      {team.value && (
        <Editor
          key={`team ${team.key}`}
          id={team.value}
          known={known(team.value)}
          open={team.open}
          onClose={() => close('team')}
          campuses={campuses}
          Form={TeamRatingsDialog}
        />
      )}
    </>
  )
}

interface FormProps {
  restaurant: Restaurant
  campuses: readonly Campus[]
  open: boolean
  onClose: () => void
}

interface EditorProps extends Omit<FormProps, 'restaurant'> {
  id: number
  known: Restaurant | undefined
  Form: (props: FormProps) => React.ReactNode
}

function Editor({ id, known, Form, ...dialog }: EditorProps) {
  const { data, error, refetch } = useRestaurant(id)
  const restaurant = data ?? known
  if (restaurant) return <Form restaurant={restaurant} {...dialog} />
  if (!error) return null
  return (
    <RestaurantMissing
      error={error}
      open={dialog.open}
      onClose={dialog.onClose}
      onRetry={() => void refetch()}
    />
  )
}
