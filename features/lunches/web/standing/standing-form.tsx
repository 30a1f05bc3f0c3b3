import { X } from 'lucide-react'
import * as z from 'zod/mini'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { instantOf, localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { OptionalText, Text } from '#kit/web/forms/fields.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { WeekdayChoice } from '#kit/web/ui/inputs/weekday-choice.tsx'
import { maxPlaces } from '../../lunch-fields.ts'
import type { StandingLunch } from '../../standing-lunches-contract.ts'
import { ChangeForm } from '../change-form.tsx'
import { DetailFields, detailSchemas, detailsOf } from '../start/detail-fields.tsx'
import { PlaceFinder, useEnabledPlaces } from '../start/place-finder.tsx'
import type { useStandingWrites } from './use-standing-writes.ts'

interface StandingFormProps {
  standing: StandingLunch
  writes: ReturnType<typeof useStandingWrites>
  onDone: () => void
}

/** Changes a lunch that repeats, and the lunches that it has made and that have not left. */
export function StandingForm({ standing, writes, onDone }: StandingFormProps) {
  const details = detailsOf(standing)
  const { weekdays, time, restaurantIds } = standing
  const form = useForm({
    draft: 'standing lunch: changes',
    schema: z.object({
      weekdays: z.array(z.number()).check(z.minLength(1)),
      time: z.string(),
      endsOn: z.nullable(z.string()),
      restaurantIds: z.array(z.number()),
      ...detailSchemas(details),
    }),
    values: { weekdays, time, endsOn: standing.endsOn, restaurantIds, ...details },
  })
  return (
    <ChangeForm
      form={form}
      // Only what differs is sent: others may have changed the rest in the meantime.
      send={async (checked, doubleBooked) => {
        const changed = changedValues(checked, standing)
        return writes.change({ ...changed, ...(changed.time && { doubleBooked }) })
      }}
      isSaving={writes.isPending}
      onDone={onDone}
    >
      <WeekdayChoice days={form.typed.weekdays} onChange={form.field('weekdays').onChange} />
      <Text
        {...form.field('time')}
        onChange={chosen => chosen && form.set({ time: chosen })}
        label="Time"
        type="time"
        className="max-w-56"
      />
      <Places
        campusCode={standing.campusCode}
        time={form.typed.time}
        ids={form.typed.restaurantIds}
        onChange={form.field('restaurantIds').onChange}
      />
      <DetailFields form={form} />
      <OptionalText
        {...form.field('endsOn')}
        empty={null}
        label="Last day"
        hint="Leave empty for no end"
        type="date"
        className="max-w-56"
      />
    </ChangeForm>
  )
}

interface PlacesProps {
  campusCode: string
  time: string
  ids: readonly number[]
  onChange: (ids: number[]) => void
}

function Places({ campusCode, time, ids, onChange }: PlacesProps) {
  const { timeZone } = usePublicConfig()
  const names = distinctNames(useEnabledPlaces(campusCode) ?? [])
  const leavesAt = instantOf(localDate(serverNow(), timeZone), time, timeZone).toISOString()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">
        Where to?{' '}
        <span className="font-normal text-muted">
          Without any, three that those who come would like are proposed
        </span>
      </legend>
      <ul role="list" className="flex flex-col gap-2">
        {ids.map(id => {
          const name = names.get(id) ?? 'A place that isn’t available now'
          return (
            <li
              key={id}
              className="flex min-w-0 items-center gap-3 rounded-sm border border-line py-0.5 pl-3"
            >
              <span className="min-w-0 flex-1 break-words font-medium leading-snug">{name}</span>
              <IconButton
                label={`Remove ${name}`}
                onClick={() => onChange(ids.filter(other => other !== id))}
              >
                <X />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {ids.length < maxPlaces && (
        <PlaceFinder
          label="Add a place"
          campusCode={campusCode}
          leavesAt={leavesAt}
          exclude={ids}
          onChoose={({ id }) => onChange([...ids, id])}
        />
      )}
    </fieldset>
  )
}
