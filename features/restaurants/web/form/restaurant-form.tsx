import { type Campus, listCampuses } from '#features/campuses/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import type { Restaurant } from '../../contract.ts'
import { fieldLabels, fieldText } from '../field-labels.ts'
import { RestaurantFields } from './restaurant-fields.tsx'
import {
  type CheckedRestaurant,
  newValues,
  type RestaurantValues,
  type SourceSuggestion,
  schemaFor,
  valuesOf,
} from './restaurant-form-values.ts'
import { useSaveRestaurant } from './use-save-restaurant.ts'

interface RestaurantFormProps {
  /** undefined: a new restaurant. */
  restaurant: Restaurant | undefined
  /** The preselected campus of a new restaurant. */
  campusCode?: string
  source?: SourceSuggestion
  onClose: () => void
}

/** The form with all details of a restaurant, for administrators. */
export function RestaurantForm(props: RestaurantFormProps) {
  return (
    <LoadedDialog queries={[read(listCampuses)]} title="Restaurant" onClose={props.onClose}>
      {campuses => <Loaded {...props} campuses={campuses} />}
    </LoadedDialog>
  )
}

function Loaded(props: RestaurantFormProps & { campuses: readonly Campus[] }) {
  const { restaurant, campuses, source, onClose } = props
  const campusCode = campuses.find(({ code }) => code === props.campusCode)?.code ?? ''
  const form = useRowForm(restaurant, base => ({
    draft: base ? 'Edit Restaurant Details' : 'Add New Restaurant',
    schema: schemaFor(base),
    values: base ? valuesOf(base) : (newValues(campusCode, source) as RestaurantValues),
  }))
  const { base } = form
  const save = useSaveRestaurant(form, source?.suggestionId)
  const merged = useMergedSave<Restaurant, CheckedRestaurant>({
    noun: 'restaurant',
    labels: fieldLabels,
    pairs: { hours: 'openingTimes', latitude: 'longitude' },
    valuesOf: version => valuesOf(version) as CheckedRestaurant,
    textOf: (field, version) => (field === 'image' ? '' : fieldText(field, version[field] ?? null, campuses)),
  })
  const submit = (mine: CheckedRestaurant) => {
    const send = (values: CheckedRestaurant, onto: Restaurant | undefined) =>
      save.mutateAsync({ values, base: onto })
    return base ? merged.save(mine, base, send) : send(mine, undefined)
  }

  return (
    <>
      <FormDialog
        onClose={onClose}
        title={base ? 'Edit Restaurant Details' : 'Add New Restaurant'}
        description={base?.name}
        form={form}
        onSubmit={submit}
        submitLabel="Save Restaurant"
      >
        <RestaurantFields form={form} restaurant={base} campuses={campuses} />
      </FormDialog>
      {merged.question}
    </>
  )
}
