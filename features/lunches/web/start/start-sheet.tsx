import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { Check } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { maxPlaces } from '../../lunch-fields.ts'
import { everyLabel } from '../../standing-lunches.ts'
import { firstDeparture, leavesAtOf } from './departure-times.ts'
import { DetailFields, detailSchemas, detailsOf } from './detail-fields.tsx'
import { lastMeetingPoint } from './last-meeting-point.ts'
import { PlacesField } from './places-field.tsx'
import { TimeFields, type When } from './time-fields.tsx'
import { useStartLunch, useStartStandingLunch } from './use-start-lunch.ts'

interface StartSheetProps {
  onClose: () => void
  /** Opens the page of the lunch. */
  onStarted: (lunchId: number) => void
  campusCode: string
  campusName: string
  /** What it is filled in with. */
  initial: { places: readonly Restaurant[]; when?: When | undefined; repeats?: boolean | undefined }
  picture: (restaurant: Restaurant) => ReactNode
}

export function StartSheet({
  onClose,
  onStarted,
  campusCode,
  campusName,
  initial,
  picture,
}: StartSheetProps) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const meetingPoint = lastMeetingPoint(viewer.id)
  const [opened] = useState(() => ({
    when: initial.when ?? firstDeparture(serverNow(), timeZone),
    places: initial.places,
    isForDepartment: false,
    repeats: initial.repeats ?? false,
    ...detailsOf({ meetingPoint: meetingPoint.read(), note: null, seats: null }),
  }))
  const form = useForm({ draft: 'lunch', schema: StartForm, values: opened })
  const { places, repeats } = form.typed
  const setPlaces = (places: readonly Restaurant[]) => form.set({ places: places.slice(0, maxPlaces) })
  const options = {
    places,
    onStarted: (lunchId?: number) => {
      form.markSaved()
      if (lunchId === undefined) onClose()
      else onStarted(lunchId)
    },
    onRemovePlace: (gone: number) => setPlaces(places.filter(({ id }) => id !== gone)),
  }
  const start = useStartLunch(options)
  // The sheet may stay open past midnight: move a past date to today.
  const today = localDate(useServerMinute(), timeZone)
  const chosen = form.typed.when
  const when = chosen.date < today ? { ...chosen, date: today } : chosen
  const leavesAt = leavesAtOf(when.date, when.time, timeZone)
  const repeat = useStartStandingLunch(leavesAt, options)

  const weekdays = [weekdayOf(when.date)]
  const submit = ({ places, isForDepartment, repeats, ...details }: z.output<typeof StartForm>) => {
    meetingPoint.write(details.meetingPoint ?? '')
    const rest = {
      restaurantIds: places.map(({ id }) => id),
      ...{ meetingPoint: details.meetingPoint, note: details.note, seats: details.seats },
      department: isForDepartment ? viewer.department : null,
    }
    return repeats
      ? repeat.mutateAsync({ body: { campusCode, weekdays, time: when.time, ...rest } })
      : start.mutateAsync({ body: { campusCode, leavesAt, ...rest } })
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Start a lunch"
      description={campusName}
      form={form}
      onSubmit={submit}
      staysOpen
      submitLabel="Start lunch"
      busy={start.isPending || repeat.isPending}
      className="flex flex-col gap-6"
    >
      <div className="flex flex-col gap-2">
        <TimeFields value={when} onChange={form.field('when').onChange} />
        <Check
          {...form.field('repeats')}
          label={`Repeat: ${everyLabel(weekdays)}`}
          hint={
            repeats &&
            'Made six days ahead, with you and all who come every time. Without places, three are drawn each time.'
          }
        />
      </div>
      <PlacesField
        campusCode={campusCode}
        leavesAt={leavesAt}
        places={places}
        hint={repeats ? 'Add some, or none' : 'Add several to vote on'}
        error={form.field('places').error}
        onChange={setPlaces}
        picture={picture}
      />
      <DetailFields form={form} />
      <Check
        {...form.field('isForDepartment')}
        label="Only my department"
        hint={`Only people in ${viewer.department} see it`}
      />
    </FormDialog>
  )
}

const StartForm = z
  .object({
    when: z.custom<When>(),
    places: z.custom<readonly Restaurant[]>(),
    isForDepartment: z.boolean(),
    repeats: z.boolean(),
    ...detailSchemas(),
  })
  // One that repeats proposes places by itself.
  .check(
    z.refine(({ places, repeats }) => places.length > 0 || repeats, {
      path: ['places'],
      error: 'Choose at least one place',
    }),
  )
