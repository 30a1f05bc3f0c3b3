import { ChevronDown, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { Campus } from '#features/campuses/contract.ts'
import type { Point } from '#kit/rules/distance.ts'
import { pasteCoordinates } from '#kit/web/forms/coordinates.ts'
import { NumberInput } from '#kit/web/forms/fields.tsx'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { fieldLabels } from '../field-labels.ts'
import type { RestaurantFormState } from './restaurant-form-values.ts'

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
  const [isOpen, setOpen] = useState(false)
  const { campusCode } = form.typed
  const { position, isOutdated } = positionIn(form)
  const campus = campuses.find(({ code }) => code === campusCode)
  const set = (point: Point | { latitude: null; longitude: null }) => form.set(point, { checks: true })
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
        {(['latitude', 'longitude'] as const).map(name => (
          <NumberInput
            key={name}
            {...form.field(name)}
            label={fieldLabels[name]}
            onPaste={pasteCoordinates(set)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<MapPin />}
          aria-expanded={isOpen}
          disabled={!campus}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide map' : 'Set on the map'}
          <ChevronDown className={isOpen ? 'rotate-180' : undefined} />
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
export function positionIn({ typed, base }: RestaurantFormState) {
  const { latitude, longitude } = typed
  const position =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
      ? { latitude, longitude }
      : null
  const isSetHere = latitude !== base?.latitude || longitude !== base?.longitude
  return { position, isOutdated: Boolean(position && base && typed.address !== base.address && !isSetHere) }
}
