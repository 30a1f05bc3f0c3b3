import { Route } from 'lucide-react'
import type { ApiError } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { calculateDistance, noSuchAddress } from '../../travel-contract.ts'
import { positionIn } from './position-field.tsx'
import type { RestaurantFormState } from './restaurant-form-values.ts'

/** Fills in distance and travel time by road, from the form's address and campus. */
export function AutoCalculate({ form }: { form: RestaurantFormState }) {
  const { address, campusCode } = form.typed
  const { position, isOutdated } = positionIn(form)
  const place = position && !isOutdated ? position : {}
  const isReady = Boolean(address?.trim() && campusCode)
  const calculation = useWrite(calculateDistance, {
    touches: [],
    onSuccess: ({ distanceInMiles, travelTimeMinutes }, { body }) => {
      // The address or campus was changed in the meantime: this result no longer applies.
      if (address !== body.address || campusCode !== body.campusCode) return
      const distance = Math.round(distanceInMiles * 10) / 10
      form.set({ distance, travelTime: travelTimeMinutes }, { checks: true })
    },
  })
  const { data, error, isPending, variables } = calculation
  const isCurrent = variables?.body.address === address && variables?.body.campusCode === campusCode
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="small"
        icon={<Route />}
        busy={isPending}
        disabled={!isReady}
        onClick={() => calculation.mutate({ body: { address, campusCode, ...place } })}
      >
        <span>
          Auto-calculate<span className="max-sm:sr-only"> distance and travel time</span>
        </span>
      </Button>
      {!isReady && <p className="text-muted text-sm">Needs both the address and the nearest campus.</p>}
      <FieldError error={error && isCurrent ? problem(error) : undefined} />
      <p role="status" className="text-sm">
        {data && isCurrent && (
          <>
            {data.distanceText}, {data.durationText}
            {data.estimated && ' (estimated in a straight line, as no road distances are configured)'}
          </>
        )}
      </p>
    </div>
  )
}

function problem(error: ApiError): string {
  if (error.isConnectionLoss) return 'Failed to connect to the distance calculation service.'
  return error.serverMessage ?? noSuchAddress
}
