import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { cardWidthClass } from '../card/card-frame.ts'
import { PlacePicture } from '../card/place-picture.tsx'
import { dateLabel, figureLabel } from '../day-figures.ts'
import { timeLabel } from '../lunch-texts.ts'
import { leavesAtOf } from '../start/departure-times.ts'
import { lastMeetingPoint } from '../start/last-meeting-point.ts'
import { startParams } from '../start/start-params.ts'
import { useStartLunch, useStartStandingLunch } from '../start/use-start-lunch.ts'
import type { Starter } from './choose-starters.ts'
import { StarterFrames } from './starter-frames.tsx'
import { starterReason, starterTitle } from './starter-texts.ts'
import { useStarters } from './use-starters.ts'

interface StartersProps {
  campusCode: string
  /** Shown if there is nothing to propose. */
  instead?: ReactNode
}

/** Cards for the strip of lunches: each starts one by one tap, and a tap beside the button opens the sheet filled in. */
export function Starters({ campusCode, instead }: StartersProps) {
  const starters = useStarters(campusCode)
  const first = useRef<HTMLLIElement>(null)
  const isReady = starters !== undefined
  // Where a lunch was taken back, the row may show another part.
  useLayoutEffect(() => {
    if (isReady) first.current?.parentElement?.scrollTo({ left: 0, behavior: 'instant' })
  }, [isReady])
  if (!starters) return <StarterFrames />
  if (starters.length === 0) return instead
  return starters.map((starter, index) => (
    <li
      key={starter.places.map(({ id }) => id).join()}
      ref={index === 0 ? first : null}
      className={cardWidthClass}
    >
      <StarterCard starter={starter} campusCode={campusCode} />
    </li>
  ))
}

function StarterCard({ starter, campusCode }: { starter: Starter; campusCode: string }) {
  const { places, reason, when } = starter
  const { timeZone } = usePublicConfig()
  const viewer = useSignedIn()
  const now = useServerMinute()
  const meetingPoint = lastMeetingPoint(viewer.id).read()
  const { start, isPending } = useStart(starter, campusCode)
  const title = starterTitle(starter)
  const leavesAt = leavesAtOf(when.date, when.time, timeZone)
  const day = dateLabel(leavesAt, now, timeZone)
  const isVote = reason.kind === 'vote'
  const repeats = reason.kind === 'weekly' || undefined
  const restaurantIds = repeats ? [] : places.map(({ id }) => id)
  return (
    <div
      className={cardClass(
        'relative flex h-full min-w-0 overflow-hidden hover:border-edge',
        'has-[h3_button:focus-visible]:outline-3 has-[h3_button:focus-visible]:outline-focus has-[h3_button:focus-visible]:outline-offset-2',
      )}
    >
      <div aria-hidden="true" className="flex w-[30%] shrink-0 flex-col gap-px bg-line">
        {places.map(place => (
          <div key={place.id} className="min-h-0 flex-1 overflow-hidden">
            <PlacePicture place={place} />
          </div>
        ))}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-3 py-2 md:py-2.5">
        <p className="flex min-w-0 items-center justify-between gap-x-2">
          <span className="whitespace-nowrap font-semibold font-serif text-2xl tabular-nums leading-[1.75rem]">
            {figureLabel(leavesAt, now, timeZone)}
          </span>
          {day && <Badge className="-mr-1 font-sans max-[22rem]:sr-only">{day}</Badge>}
        </p>
        <h3 className="font-sans text-base leading-snug tracking-normal">
          <button
            type="button"
            onClick={() => urlParams.open(startParams({ restaurantIds, when, repeats }))}
            className="block w-full text-left outline-none after:absolute after:inset-0 after:content-['']"
          >
            <span className={isVote ? 'line-clamp-2' : 'block truncate'}>{title}</span>
            <span className="sr-only">, choose time and place</span>
          </button>
        </h3>
        <p
          className={clsx(
            'text-[0.8125rem] text-muted leading-[1.125rem]',
            isVote ? 'truncate' : 'line-clamp-2',
          )}
        >
          {starterReason(starter)}
        </p>
        <div className="mt-auto flex items-center justify-between gap-x-2">
          <span className="min-w-0 truncate text-[0.8125rem] text-muted">
            {meetingPoint && (
              <>
                <MapPin className="mb-0.5 inline size-3" /> {isolated(meetingPoint)}
              </>
            )}
          </span>
          <Button variant="primary" busy={isPending} onClick={start} className="relative shrink-0">
            Start
            <span className="sr-only">
              , {title} at {timeLabel(leavesAt, timeZone)}
              {day && ` ${day.toLowerCase()}`}
            </span>
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Starts it as the sheet would that is opened filled in. */
function useStart({ places, reason, when }: Starter, campusCode: string) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const leavesAt = leavesAtOf(when.date, when.time, timeZone)
  const options = {
    places,
    onStarted: (lunch?: number) => lunch !== undefined && urlParams.open({ lunch }),
    canUndo: true,
  }
  const start = useStartLunch(options)
  const repeat = useStartStandingLunch(leavesAt, options)
  const meetingPoint = lastMeetingPoint(viewer.id).read().trim() || null
  const rest = { campusCode, department: null, meetingPoint, note: null, seats: null }
  const isPending = start.isPending || repeat.isPending
  return {
    isPending,
    start: () => {
      if (isPending) return
      if (reason.kind === 'weekly')
        repeat.mutate({
          body: { weekdays: [weekdayOf(when.date)], time: when.time, restaurantIds: [], ...rest },
        })
      else start.mutate({ body: { leavesAt, restaurantIds: places.map(({ id }) => id), ...rest } })
    },
  }
}
