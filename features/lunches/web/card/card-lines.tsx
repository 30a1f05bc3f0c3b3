import { Lock } from 'lucide-react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute, useServerNow } from '#kit/web/browser/now.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Lunch } from '../../contract.ts'
import { dateLabel, figureLabel } from '../day-figures.ts'
import {
  dayLabel,
  hasLeft,
  isLeavingSoon,
  isUpcoming,
  leavingLabel,
  lunchLabel,
  otherLunch,
  seatsLeft,
  whenLabel,
} from '../lunch-texts.ts'
import { useLunches } from '../use-lunches.ts'
import { ToldApart } from './join-or-leave.tsx'

/* The lines of text that the cards and the page of a lunch share. */

/** When it leaves, in large figures. Opens the lunch's page. */
export function OpenLunch({ lunch, onOpen }: { lunch: Lunch; onOpen: () => void }) {
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  return (
    <button type="button" onClick={onOpen} className="-my-2 min-h-11 shrink-0 rounded-sm text-left">
      <span className="sr-only">Lunch at </span>
      <span className="whitespace-nowrap text-2xl tabular-nums leading-[1.75rem] hover:text-terracotta-ink">
        {figureLabel(lunch.leavesAt, now, timeZone)}
      </span>
      <span className="sr-only">
        <ToldApart lunch={lunch} />
      </span>
    </button>
  )
}

/** The viewer is in two lunches at about the same time: to be left is up to them. */
export function AlsoIn({ lunch, isCompact = false }: { lunch: Lunch; isCompact?: boolean }) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const listed = useLunches()
  const now = useServerMinute()
  const other = otherLunch(lunch, listed, viewer.id, now)
  if (!other) return null
  return isCompact ? (
    <>
      <strong className="text-saffron-ink">
        You’re also in at {whenLabel(other.leavesAt, now, timeZone)}: leave one
      </strong>
      {' · '}
    </>
  ) : (
    <p className="font-semibold text-saffron-ink">
      You’re also in {lunchLabel(other, now, timeZone, listed)}. Leave one of them.
    </p>
  )
}

/** In the lunch's page everybody sees which votes don't count any more, on the card those who gave them. */
export function VotesLost({
  lunch: { gone = [] },
  isCompact = false,
}: {
  lunch: Lunch
  isCompact?: boolean
}) {
  const viewer = useSignedIn()
  const lost = isCompact ? gone.filter(({ voters }) => voters.some(({ id }) => id === viewer.id)) : gone
  if (lost.length === 0) return null
  const names = lost.map(({ name }) => isolated(name)).join(', ')
  const text = `${names} ${lost.length === 1 ? 'is' : 'are'} no longer available`
  return isCompact ? (
    <>
      <strong className="text-saffron-ink">{text}</strong>
      {' · '}
    </>
  ) : (
    <p className="break-words text-saffron-ink text-sm">{text}. Votes for it don’t count.</p>
  )
}

/** Badge with the time left until departure, by the server's clock, or with the day if it isn't today. */
export function DepartureBadge({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  const { timeZone } = usePublicConfig()
  const date = dateLabel(lunch.leavesAt, now, timeZone)
  const isCancelled = lunch.state === 'cancelled'
  const isQuiet = date !== null || hasLeft(lunch, now)
  const tone = isCancelled ? 'brick' : isQuiet ? 'neutral' : isLeavingSoon(lunch, now) ? 'saffron' : 'olive'
  const day = dayLabel(lunch.leavesAt, now, timeZone)
  return (
    <Badge tone={tone} className="min-w-0 font-sans tracking-normal">
      {isCancelled
        ? ['Cancelled', day].filter(Boolean).join(' · ')
        : (date ?? leavingLabel(lunch.leavesAt, now))}
    </Badge>
  )
}

/** Who may join and how many more; empty if everyone may. */
export function Seats({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  const left = isUpcoming(lunch, now) ? seatsLeft(lunch) : null
  return (
    <>
      {lunch.department && (
        <>
          <Lock className="mr-1.5 mb-0.5 inline size-3.5" />
          <span className="sr-only">Only for {isolated(lunch.department)}</span>
        </>
      )}
      {left !== null && <span>{left === 0 ? 'Full' : `${counted(left, 'seat')} left`}</span>}
    </>
  )
}
