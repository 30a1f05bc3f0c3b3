import { ChevronDown, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { Campus } from '#features/campuses/contract.ts'
import type { Point } from '#kit/rules/distance.ts'
import { pasteCoordinates } from '#kit/web/forms/coordinates.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { fieldLabels } from '../field-labels.ts'
import { numberOrNull, type RestaurantFormState } from './restaurant-form-values.ts'

const PositionMap = lazyPart(async () => (await import('#features/map/web/position-map.tsx')).PositionMap, {
  Placeholder: () => <Skeleton shape="card" className="h-72" />,
  errorTitle: 'The map couldn’t be loaded',
})

interface PositionFieldProps {
  form: RestaurantFormState
  campuses: readonly Campus[]
}

/** The restaurant's position, set on a map or as numbers. If left empty, it is looked up by address on save. */
export function PositionField({ form, campuses }: PositionFieldProps) {
  const { register, control } = form
  const { errors } = useFormState({ control })
  const [isOpen, setOpen] = useState(false)
  const campusCode = useWatch({ control, name: 'campusCode' })
  const { position, isOutdated } = usePosition(form)
  const campus = campuses.find(({ code }) => code === campusCode)
  const set = (point: Point | { latitude: null; longitude: null }) => {
    for (const field of ['latitude', 'longitude'] as const)
      form.setValue(field, point[field], { shouldDirty: true, shouldValidate: true })
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Position</legend>
      <p className="text-muted text-sm">
        {isOutdated
          ? 'The address has changed: its position is looked up when you save, unless you set it here.'
          : position
            ? 'It stays as it is until the address changes.'
            : 'It is looked up from the address when you save, unless you set it here.'}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['latitude', 'longitude'] as const).map(field => (
          <Field key={field} label={fieldLabels[field]} error={errors[field]?.message}>
            <Input
              type="number"
              step="any"
              {...register(field, { setValueAs: numberOrNull })}
              onPaste={pasteCoordinates(set)}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<MapPin aria-hidden="true" />}
          aria-expanded={isOpen}
          disabled={!campus}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide map' : 'Set on the map'}
          <ChevronDown aria-hidden="true" className={isOpen ? 'rotate-180' : undefined} />
        </Button>
        {position && (
          <Button size="small" onClick={() => set({ latitude: null, longitude: null })}>
            Remove position
          </Button>
        )}
      </div>
      {!campus && <p className="text-muted text-sm">The map needs the nearest campus.</p>}
      {isOpen && campus && <PositionMap position={position} campus={campus} onChange={set} />}
    </fieldset>
  )
}

/** The position in the form; outdated if it belongs to the previous address. */
export function usePosition({ control }: RestaurantFormState) {
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] })
  const { dirtyFields } = useFormState({ control })
  const position =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
      ? { latitude, longitude }
      : null
  const isSetHere = dirtyFields.latitude || dirtyFields.longitude
  return { position, isOutdated: Boolean(position && dirtyFields.address && !isSetHere) }
}
