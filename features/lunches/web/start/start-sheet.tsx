import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { SubmitDialog } from '#kit/web/forms/submit-dialog.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { maxPlaces } from '../../lunch-fields.ts'
import { everyLabel } from '../../standing-lunches.ts'
import { firstDeparture, leavesAtOf } from './departure-times.ts'
import { areDetailsRight, DetailFields, detailsOf, detailsToSend } from './detail-fields.tsx'
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
    details: detailsOf({ meetingPoint: meetingPoint.read(), note: null, seats: null }),
  }))
  const [chosen, setWhen] = useDraftState('lunch: when', opened.when)
  const [places, setPlaces] = useDraftState('lunch: places', opened.places)
  const [details, setDetails] = useDraftState('lunch: details', opened.details)
  const [isForDepartment, setIsForDepartment] = useDraftState('lunch: department', false)
  const [repeats, setRepeats] = useDraftState('lunch: repeats', initial.repeats ?? false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const options = {
    places,
    onStarted: (lunchId?: number) => {
      // The URL changes: the unsaved-changes question must be off by then.
      flushSync(() => setHasStarted(true))
      if (lunchId === undefined) onClose()
      else onStarted(lunchId)
    },
    onRemovePlace: (gone: number) => setPlaces(before => before.filter(({ id }) => id !== gone)),
  }
  const start = useStartLunch(options)
  const isChanged =
    chosen !== opened.when ||
    places !== opened.places ||
    details !== opened.details ||
    isForDepartment ||
    repeats !== (initial.repeats ?? false)
  // The sheet may stay open past midnight: move a past date to today.
  const today = localDate(useServerMinute(), timeZone)
  const when = chosen.date < today ? { ...chosen, date: today } : chosen
  const leavesAt = leavesAtOf(when.date, when.time, timeZone)
  const repeat = useStartStandingLunch(leavesAt, options)

  const weekdays = [weekdayOf(when.date)]
  // One that repeats proposes places by itself.
  const needsPlace = places.length === 0 && !repeats

  const submit = () => {
    setSubmitted(true)
    if (needsPlace || !areDetailsRight(details)) return
    meetingPoint.write(details.meetingPoint)
    const rest = {
      restaurantIds: places.map(({ id }) => id),
      ...detailsToSend(details),
      department: isForDepartment ? viewer.department : null,
    }
    if (repeats) repeat.mutate({ body: { campusCode, weekdays, time: when.time, ...rest } })
    else start.mutate({ body: { campusCode, leavesAt, ...rest } })
  }

  return (
    <>
      <SubmitDialog
        onClose={onClose}
        title="Start a lunch"
        description={campusName}
        onSubmit={submit}
        submitLabel="Start lunch"
        busy={start.isPending || repeat.isPending}
        className="flex flex-col gap-6"
      >
        <div className="flex flex-col gap-2">
          <TimeFields value={when} onChange={setWhen} />
          <Checkbox
            label={`Repeat: ${everyLabel(weekdays)}`}
            hint={
              repeats &&
              'Made six days ahead, with you and all who come every time. Without places, three are drawn each time.'
            }
            checked={repeats}
            onChange={event => setRepeats(event.target.checked)}
          />
        </div>
        <PlacesField
          campusCode={campusCode}
          leavesAt={leavesAt}
          places={places}
          hint={repeats ? 'Add some, or none' : 'Add several to vote on'}
          error={isSubmitted && needsPlace ? 'Choose at least one place' : undefined}
          onChange={chosen => setPlaces(chosen.slice(0, maxPlaces))}
          picture={picture}
        />
        <DetailFields value={details} isSubmitted={isSubmitted} onChange={setDetails} />
        <Checkbox
          label="Only my department"
          hint={`Only people in ${viewer.department} see it`}
          checked={isForDepartment}
          onChange={event => setIsForDepartment(event.target.checked)}
        />
      </SubmitDialog>
      <LeaveQuestion unsaved={isChanged && !hasStarted} where="dialog" />
    </>
  )
}
