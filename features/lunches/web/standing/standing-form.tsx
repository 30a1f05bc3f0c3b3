import { X } from 'lucide-react'
import { useState } from 'react'
import { isSame } from '#kit/rules/is-same.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { instantOf, localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { WeekdayChoice } from '#kit/web/ui/inputs/weekday-choice.tsx'
import { maxPlaces } from '../../lunch-fields.ts'
import type { StandingLunch } from '../../standing-lunches-contract.ts'
import { InlineForm } from '../inline-form.tsx'
import { areDetailsRight, DetailFields, detailsOf, detailsToSend } from '../start/detail-fields.tsx'
import { PlaceFinder, useEnabledPlaces } from '../start/place-finder.tsx'
import type { useStandingWrites } from './use-standing-writes.ts'

interface StandingFormProps {
  standing: StandingLunch
  writes: ReturnType<typeof useStandingWrites>
  onDone: () => void
}

const valuesOf = ({ weekdays, time, endsOn, restaurantIds, ...details }: StandingLunch) => ({
  weekdays,
  time,
  endsOn: endsOn ?? '',
  restaurantIds,
  details: detailsOf(details),
})

/** Changes a lunch that repeats, and the lunches that it has made and that have not left. */
export function StandingForm({ standing, writes, onDone }: StandingFormProps) {
  // Only fields that differ from `opened` are sent: others may have changed the rest in the meantime.
  const [opened] = useState(() => valuesOf(standing))
  const [typed, setTyped] = useState(opened)
  const isChanged = !isSame(typed, opened)
  const [isSubmitted, setSubmitted] = useState(false)
  const set = (changes: Partial<typeof typed>) => setTyped({ ...typed, ...changes })

  const [doubleBooked, setDoubleBooked] = useState<number>()
  const save = (known = 0) => {
    setSubmitted(true)
    if (typed.weekdays.length === 0 || !areDetailsRight(typed.details, opened.details)) return
    const { weekdays, time, endsOn, restaurantIds } = typed
    writes.change(
      {
        ...(!isSame(weekdays, opened.weekdays) && { weekdays }),
        ...(time !== opened.time && { time, doubleBooked: known }),
        ...(endsOn !== opened.endsOn && { endsOn: endsOn || null }),
        ...(!isSame(restaurantIds, opened.restaurantIds) && { restaurantIds }),
        ...changedValues(detailsToSend(typed.details), detailsToSend(opened.details)),
      },
      { saved: onDone, onDoubleBooked: setDoubleBooked },
    )
  }
  return (
    <InlineForm
      isChanged={isChanged}
      isSaving={writes.isPending}
      onSubmit={() => save()}
      onBack={onDone}
      doubleBooked={doubleBooked}
      onStay={() => setDoubleBooked(undefined)}
      onMove={() => save(doubleBooked)}
    >
      <WeekdayChoice days={typed.weekdays} onChange={weekdays => set({ weekdays })} />
      <Field label="Time" className="max-w-56">
        <Input
          type="time"
          value={typed.time}
          onChange={event => event.target.value && set({ time: event.target.value })}
        />
      </Field>
      <Places
        campusCode={standing.campusCode}
        time={typed.time}
        ids={typed.restaurantIds}
        onChange={restaurantIds => set({ restaurantIds })}
      />
      <DetailFields
        value={typed.details}
        opened={opened.details}
        isSubmitted={isSubmitted}
        onChange={details => set({ details })}
      />
      <Field label="Last day" hint="Leave empty for no end" className="max-w-56">
        <Input type="date" value={typed.endsOn} onChange={event => set({ endsOn: event.target.value })} />
      </Field>
    </InlineForm>
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
