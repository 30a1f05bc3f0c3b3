import { clsx } from 'clsx'
import { Footprints } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { Link } from '#kit/web/router/link.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import type { Lunch } from '../contract.ts'
import { isIn, isLeavingSoon, leavingLabel, placeLabel } from './lunch-texts.ts'
import { useLunches } from './use-lunches.ts'

/**
 * Appears on every page 15 minutes before the viewer's lunch leaves: 'Leaves in 8 min from the lobby', and says so once.
 * It floats, so that the page doesn't shift when it appears. On Home the lunch's own card is there instead.
 */
export function DepartureBar({
  viewerId,
  path,
  isHome,
}: {
  viewerId: number
  path: string
  isHome: boolean
}) {
  const mine = useLunches()?.filter(lunch => isIn(lunch, viewerId))
  // It renders every second: mount it only when the viewer has a lunch.
  return mine && mine.length > 0 ? <Departure mine={mine} path={path} isHome={isHome} /> : null
}

type DepartureProps = { mine: readonly Lunch[]; path: string; isHome: boolean }

function Departure({ mine, path, isHome }: DepartureProps) {
  const now = useServerNow()
  const soon = soonestOf(mine, now)
  const [said, setSaid] = useState({ id: soon?.id, text: '' })
  if (said.id !== soon?.id) setSaid({ id: soon?.id, text: soon ? leavingText(soon, now) : '' })
  return (
    <>
      <LiveText>{said.text}</LiveText>
      {soon && !isHome && (
        <aside aria-label="Your lunch" className="departure-bar">
          <DepartureLink lunch={soon} path={path} className="rounded-full border shadow-floating" />
        </aside>
      )}
    </>
  )
}

interface DepartureLinkProps {
  lunch: Lunch
  /** Of the page that is shown. */
  path: string
  className: string
  /** Instead of the place. */
  place?: string
}

/** 'Leaves in 8 min from the lobby', and where to; opens the lunch. */
export function DepartureLink({ lunch, path, className, place }: DepartureLinkProps) {
  const now = useServerNow()
  const lunches = useLunches()
  return (
    <Link
      to="/"
      search={(before: Record<string, unknown>) => ({ ...(path === '/' && before), lunch: lunch.id })}
      className={clsx(
        'pointer-events-auto flex min-h-11 min-w-0 items-center gap-2.5 border-saffron bg-saffron-tint px-4 text-[0.9375rem] text-saffron-ink hover:underline',
        className,
      )}
    >
      <Footprints className="size-4.5 shrink-0" />
      <span className="flex min-w-0 flex-wrap gap-x-1.5 py-1 leading-[1.125rem]">
        <span className="min-w-0 truncate font-semibold tabular-nums">{leavingText(lunch, now)}</span>
        <span className="min-w-0 truncate">{place ?? placeLabel(lunch, lunches)}</span>
      </span>
    </Link>
  )
}

export const soonestOf = (lunches: readonly Lunch[], now: Date) =>
  lunches
    .filter(lunch => isLeavingSoon(lunch, now))
    .toSorted((a, b) => a.leavesAt.localeCompare(b.leavesAt))[0]

const leavingText = ({ leavesAt, meetingPoint }: Lunch, now: Date) =>
  leavingLabel(leavesAt, now) + (meetingPoint ? sentence` from ${meetingPoint}` : '')
