import { Footprints } from 'lucide-react'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { Link } from '#kit/web/router/link.tsx'
import type { Lunch } from '../contract.ts'
import { isIn, isUpcoming, leavingLabel, placeLabel } from './lunch-texts.ts'
import { useLunches } from './use-lunches.ts'

const leadTimeMs = 15 * 60_000

interface DepartureBarProps {
  viewerId: number
  /** Of the page that is shown. */
  path: string
}

/**
 * Appears on every page 15 minutes before the viewer's lunch leaves: 'Leaves in 8 min from the lobby'.
 * It floats, so that the page doesn't shift when it appears.
 */
export function DepartureBar({ viewerId, path }: DepartureBarProps) {
  const lunches = useLunches()
  const mine = lunches?.filter(lunch => isIn(lunch, viewerId))
  // Soonest renders every second: mount it only when the viewer has a lunch.
  return mine && mine.length > 0 ? <Soonest mine={mine} lunches={lunches} path={path} /> : null
}

type SoonestProps = Pick<DepartureBarProps, 'path'> & {
  mine: readonly Lunch[]
  lunches: readonly Lunch[] | undefined
}

function Soonest({ mine, lunches, path }: SoonestProps) {
  const now = useServerNow()
  const soon = mine
    .filter(lunch => isUpcoming(lunch, now) && Date.parse(lunch.leavesAt) - now.getTime() <= leadTimeMs)
    .toSorted((a, b) => a.leavesAt.localeCompare(b.leavesAt))[0]
  if (!soon) return null
  return (
    <aside aria-label="Your lunch" className="departure-bar">
      <Link
        to="/"
        search={(before: Record<string, unknown>) => ({ ...(path === '/' && before), lunch: soon.id })}
        className="pointer-events-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-full border border-saffron bg-saffron-tint px-4 text-[0.9375rem] text-saffron-ink shadow-floating hover:underline"
      >
        <Footprints aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="min-w-0 truncate">
          <span className="font-semibold tabular-nums">{leavingLabel(soon.leavesAt, now)}</span>
          {soon.meetingPoint && sentence` from ${soon.meetingPoint}`}
          <span className="max-sm:sr-only"> · {placeLabel(soon, lunches)}</span>
        </span>
      </Link>
    </aside>
  )
}
