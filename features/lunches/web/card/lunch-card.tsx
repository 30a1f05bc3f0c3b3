import { clsx } from 'clsx'
import { Lock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute, useServerNow } from '#kit/web/browser/now.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { Avatars } from '../avatars.tsx'
import {
  dayLabel,
  hasLeft,
  isUpcoming,
  leavingLabel,
  lunchLabel,
  otherLunch,
  seatsLeft,
  timeLabel,
  whenLabel,
} from '../lunch-texts.ts'
import { StandingText } from '../standing/standing-text.tsx'
import { useLunchWrites } from '../use-lunch-writes.ts'
import { useLunches } from '../use-lunches.ts'
import { CardVote } from '../vote/card-vote.tsx'
import { useIsDrawing } from './draw.tsx'
import { JoinOrLeave, ToldApart } from './join-or-leave.tsx'
import { Place } from './place.tsx'

interface LunchCardProps {
  lunch: Lunch
  /** Renders a restaurant's picture. */
  picture: (option: LunchOption) => ReactNode
  onOpen: () => void
}

/** At a glance: when, where, who, and one button. All the rest is in the lunch's page. */
export function LunchCard({ lunch, picture, onOpen }: LunchCardProps) {
  const writes = useLunchWrites(lunch)
  const { timeZone } = usePublicConfig()
  const isDrawing = useIsDrawing(lunch)
  const { host, meetingPoint, note } = lunch
  return (
    <article
      aria-labelledby={`lunch-${lunch.id}`}
      className={cardClass(
        'flex h-full min-w-0 flex-col justify-between px-3 py-2 md:py-2.5',
        lunch.state === 'cancelled' && 'text-muted [&_h3]:text-muted',
      )}
    >
      <div>
        <h3 id={`lunch-${lunch.id}`} className="flex flex-wrap items-center justify-between gap-x-3">
          <button type="button" onClick={onOpen} className="-my-2 min-h-11 shrink-0 rounded-sm text-left">
            <span className="sr-only">Lunch at </span>
            <span className="whitespace-nowrap text-2xl tabular-nums leading-[1.75rem] hover:text-terracotta-ink">
              {timeLabel(lunch.leavesAt, timeZone)}
            </span>
            <span className="sr-only">
              <ToldApart lunch={lunch} />
            </span>
          </button>
          <DepartureBadge lunch={lunch} />
        </h3>
        <p className="truncate text-[0.8125rem] text-muted leading-[1.125rem]">
          <AlsoIn lunch={lunch} isCompact />
          <VotesLost lunch={lunch} isCompact />
          {lunch.standing && (
            <>
              <StandingText lunch={lunch} />
              {' · '}
            </>
          )}
          {host ? isolated(fullName(host)) : 'Deleted account'}
          {meetingPoint && (
            <>
              {' · '}
              <MapPin aria-hidden="true" className="mb-0.5 inline size-3" /> {isolated(meetingPoint)}
            </>
          )}
          {note && ` · ${isolated(note)}`}
        </p>
      </div>
      {lunch.state === 'voting' ? (
        <CardVote lunch={lunch} writes={writes} onOpen={onOpen} />
      ) : (
        <Place lunch={lunch} isDrawing={isDrawing} picture={picture} isCompact />
      )}
      <div
        className={clsx(
          'flex items-center justify-between gap-x-2 max-[19rem]:flex-wrap',
          // The badge with its day takes a line of its own on the narrowest phones; there is no button to make room for.
          lunch.state === 'cancelled' && '-my-2',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <Avatars people={lunch.people} max={lunch.seats === null ? 5 : 3} onOpen={onOpen} />
          <Seats lunch={lunch} />
        </span>
        <JoinOrLeave lunch={lunch} writes={writes} />
      </div>
    </article>
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

/** Badge with the time left until departure, by the server's clock. */
export function DepartureBadge({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  const { timeZone } = usePublicConfig()
  const day = dayLabel(lunch.leavesAt, now, timeZone)
  const isCancelled = lunch.state === 'cancelled'
  const isSoon = Date.parse(lunch.leavesAt) - now.getTime() < 15 * 60_000
  const tone = isCancelled ? 'brick' : hasLeft(lunch, now) ? 'neutral' : isSoon ? 'saffron' : 'olive'
  return (
    <Badge tone={tone} className="min-w-0 font-sans tracking-normal">
      {isCancelled
        ? ['Cancelled', day].filter(Boolean).join(' · ')
        : (day ?? leavingLabel(lunch.leavesAt, now))}
    </Badge>
  )
}

function Seats({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  const left = isUpcoming(lunch, now) ? seatsLeft(lunch) : null
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted text-sm">
      {lunch.department && (
        <span>
          <Lock aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Only for {isolated(lunch.department)}</span>
        </span>
      )}
      {left !== null && (left === 0 ? 'Full' : `${counted(left, 'seat')} left`)}
    </span>
  )
}
