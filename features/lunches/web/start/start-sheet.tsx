import { useQuery } from '@tanstack/react-query'
import { Dices, Heart, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listFavoriteIds } from '#features/favorites/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { mayBeOpen } from '#features/restaurants/opening/arrival.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { SubmitDialog } from '#kit/web/forms/submit-dialog.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { draw } from '../../lunch-arrival.ts'
import { maxPlaces } from '../../lunch-fields.ts'
import { everyLabel } from '../../standing-lunches.ts'
import { ArrivalWarning } from '../place-notes.tsx'
import { firstDeparture, leavesAtOf } from './departure-times.ts'
import { areDetailsRight, DetailFields, detailsOf, detailsToSend } from './detail-fields.tsx'
import { PlaceFinder, useOfferedPlaces } from './place-finder.tsx'
import { TimeFields } from './time-fields.tsx'
import { useStartLunch, useStartStandingLunch } from './use-start-lunch.ts'

interface StartSheetProps {
  onClose: () => void
  campusCode: string
  campusName: string
  /** The preselected restaurants. */
  initial: readonly Restaurant[]
  picture: (restaurant: Restaurant) => ReactNode
}

export function StartSheet({ onClose, campusCode, campusName, initial, picture }: StartSheetProps) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const meetingPointKey = `meeting-point-of-${viewer.id}`
  const [opened] = useState(() => ({
    when: firstDeparture(serverNow(), timeZone),
    places: initial,
    details: detailsOf({ meetingPoint: readStored(meetingPointKey) ?? '', note: null, seats: null }),
  }))
  const [chosen, setWhen] = useDraftState('lunch: when', opened.when)
  const [places, setPlaces] = useDraftState('lunch: places', opened.places)
  const [details, setDetails] = useDraftState('lunch: details', opened.details)
  const [isForDepartment, setIsForDepartment] = useDraftState('lunch: department', false)
  const [repeats, setRepeats] = useDraftState('lunch: repeats', false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const options = {
    places,
    onStarted: () => {
      // onClose changes the URL: the unsaved-changes question must be off by then.
      flushSync(() => setHasStarted(true))
      onClose()
    },
    onRemovePlace: (gone: number) => setPlaces(before => before.filter(({ id }) => id !== gone)),
  }
  const start = useStartLunch(options)
  const isChanged =
    chosen !== opened.when ||
    places !== opened.places ||
    details !== opened.details ||
    isForDepartment ||
    repeats
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
    writeStored(meetingPointKey, details.meetingPoint)
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
            hint={repeats && 'You are in every time, and so is whoever chooses to come every time'}
            checked={repeats}
            onChange={event => setRepeats(event.target.checked)}
          />
        </div>
        <Places
          campusCode={campusCode}
          leavesAt={leavesAt}
          places={places}
          hint={repeats ? 'Without any, three are proposed each time' : 'Add several to vote on'}
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

interface PlacesProps {
  campusCode: string
  leavesAt: string
  places: readonly Restaurant[]
  hint: string
  error: string | undefined
  onChange: (places: readonly Restaurant[]) => void
  picture: StartSheetProps['picture']
}

function Places({ campusCode, leavesAt, places, hint, error, onChange, picture }: PlacesProps) {
  const { timeZone: zone } = usePublicConfig()
  const all = useOfferedPlaces(campusCode)
  const favorites = useQuery(read(listFavoriteIds)).data ?? []
  const isChosen = (id: number) => places.some(place => place.id === id)
  const add = (more: readonly Restaurant[]) =>
    onChange([...places, ...more.filter(({ id }) => !isChosen(id))])
  const others = all?.filter(({ id }) => !isChosen(id)) ?? []
  const isOpenThen = mayBeOpen(new Date(leavesAt), zone)
  const randomButton = useRef<HTMLButtonElement>(null)
  /** How many of three random places are missing, since all others are closed when a lunch that leaves then arrives. */
  const [missing, setMissing] = useState({ leavesAt, count: 0 })
  const isNoneOpen =
    missing.count > 0 && missing.leavesAt === leavesAt && others.length > 0 && !others.some(isOpenThen)
  const drawMore = (count: number, from: readonly Restaurant[]) => {
    const drawn = draw(from, count, randomBelow)
    add(drawn)
    setMissing({ leavesAt, count: count - drawn.length })
    randomButton.current?.focus()
  }
  const offered = favorites
    .flatMap(restaurantId => all?.find(({ id }) => id === restaurantId) ?? [])
    .filter(({ id }) => !isChosen(id))
    .slice(0, 6)
  const names = distinctNames([...places, ...offered])
  const nameOf = (place: Restaurant) => names.get(place.id) ?? place.name
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">
        Where to? <span className="font-normal text-muted">{hint}</span>
      </legend>
      {places.length > 0 && (
        <ul role="list" className="flex flex-col gap-2">
          {places.map(place => (
            <li
              key={place.id}
              className="flex min-w-0 items-center gap-3 rounded-sm border border-line py-0.5 pl-2"
            >
              <span aria-hidden="true" className="size-9 shrink-0 overflow-hidden rounded-sm">
                {picture(place)}
              </span>
              <span className="min-w-0 flex-1 break-words leading-snug">
                <span className="font-medium">{nameOf(place)}</span>
                <ArrivalWarning place={place} leavesAt={leavesAt} />
              </span>
              <IconButton
                label={`Remove ${nameOf(place)}`}
                onClick={() => onChange(places.filter(({ id }) => id !== place.id))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {places.length < maxPlaces && (
        <>
          <Field label="Add a place" hideLabel error={error}>
            <PlaceFinder
              campusCode={campusCode}
              leavesAt={leavesAt}
              exclude={places.map(({ id }) => id)}
              onChoose={place => add([place])}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={randomButton}
              size="small"
              icon={<Dices />}
              disabled={others.length === 0}
              onClick={() => drawMore(3, others.filter(isOpenThen))}
            >
              Three at random
            </Button>
            {offered.map(place => (
              <Button
                key={place.id}
                size="small"
                icon={<Heart />}
                onClick={() => add([place])}
                className="max-w-full"
              >
                <span className="max-w-64 truncate">{nameOf(place)}</span>
              </Button>
            ))}
          </div>
          <LiveText>{isNoneOpen && noneOpen}</LiveText>
          {isNoneOpen && (
            <p className="flex flex-wrap items-center gap-x-2">
              {noneOpen}
              <Button size="small" variant="quiet" onClick={() => drawMore(missing.count, others)}>
                Draw from all
              </Button>
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}

const noneOpen = 'No other place is open then.'
const randomBelow = (below: number) => Math.floor(Math.random() * below)
