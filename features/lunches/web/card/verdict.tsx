import { CalendarPlus, MessageSquare } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import type { Verdict, Visit } from '#features/visits/contract.ts'
import { useToday } from '#features/visits/web/use-today.ts'
import { localTime } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { sameDayNextWeek } from '../../lunch-times.ts'
import { Faces } from '../avatars.tsx'
import { startParams } from '../start/start-params.ts'
import { ordinal } from './ordinal.ts'

/** How long the verdict stays, unless the user is at it. */
const stayMs = 4_000

interface VerdictRowProps {
  visit: Visit
  /** The viewer's stars. */
  stars: number
  /** Undefined if it couldn't be loaded. */
  verdict: Verdict | undefined
  onDone: () => void
}

/** What the table, or all staff, said about the place that the viewer has just rated. It goes on by itself. */
export function VerdictRow({ visit, stars, verdict, onDone }: VerdictRowProps) {
  const { timeZone } = usePublicConfig()
  const today = useToday()
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isHovered || isFocused
  const goOn = useEffectEvent(onDone)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => goOn(), stayMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The stars, which had the focus, have gone.
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  }, [])
  const { table } = verdict ?? {}
  const others = verdict && othersOf(verdict)
  const then = (open: () => void) => () => {
    onDone()
    open()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it isn't operated; it stays while someone reads it
    <div
      ref={row}
      tabIndex={-1}
      onPointerEnter={event => setIsHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setIsHovered(false)}
      // Not the focus that a finger or a mouse leaves behind.
      onFocus={event => setIsFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setIsFocused(false)}
      className="flex min-w-0 flex-1 items-center gap-x-3 rounded-sm max-md:flex-wrap"
    >
      <p className="min-w-0 flex-1 basis-32 font-semibold text-sm leading-[0.9375rem]">
        <span className="flex flex-wrap gap-x-1.5">
          <Stars of="You">{stars}</Stars>
          {others && <span aria-hidden="true">·</span>}
          {others && <Stars of={others.who}>{others.average.toFixed(1)}</Stars>}
        </span>
        <span className="block truncate font-normal text-[0.8125rem] text-muted">
          {verdict?.cuisine
            ? `Your ${ordinal(verdict.cuisine.rated)} ${cuisineLabel(verdict.cuisine.name)} of ${verdict.cuisine.count}`
            : visit.restaurant?.name}
        </span>
      </p>
      {table && (
        <span aria-hidden="true" className="-my-1 shrink-0 max-[22rem]:hidden">
          <Faces people={table.people} max={3} />
        </span>
      )}
      <div className="flex min-w-0 items-center gap-x-1 max-md:-ml-3 max-md:basis-full">
        <Button
          size="small"
          variant="quiet"
          icon={<MessageSquare className="max-[22rem]:hidden" />}
          className="!px-3 whitespace-nowrap"
          onClick={then(() => urlParams.open({ rate: visit.restaurantId }))}
        >
          Add a word
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<CalendarPlus className="max-[22rem]:hidden" />}
          className="!px-3 whitespace-nowrap"
          onClick={then(() =>
            urlParams.open(
              startParams({
                restaurantIds: [visit.restaurantId],
                when: {
                  date: sameDayNextWeek(visit.date, today),
                  time: verdict?.leftAt ? localTime(new Date(verdict.leftAt), timeZone) : '12:00',
                },
              }),
            ),
          )}
        >
          Again next week
        </Button>
      </div>
    </div>
  )
}

/** The table, if it has a verdict; else all staff, unless the viewer is the only one of them. */
export function othersOf({ table, averageRating, ratingCount }: Verdict) {
  if (table) return { who: 'the table', average: table.averageRating }
  return averageRating !== null && ratingCount > 1 ? { who: 'all staff', average: averageRating } : undefined
}

function Stars({ of, children }: { of: string; children: ReactNode }) {
  return (
    <span className="star-before inline-flex flex-row-reverse items-center gap-0.5 tabular-nums before:!size-3.5">
      {of} {children}
    </span>
  )
}
