import { Lock, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LunchOption } from '#contract/lunch-options.ts'
import type { Lunch } from '#contract/lunches.ts'
import { fullName } from '#domain/person-names.ts'
import { isolated } from '#domain/text.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { counted } from '#web/lib/counted.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerNow } from '#web/lib/server-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { ArrivalWarning } from './arrival-warning.tsx'
import { Face, Faces } from './faces.tsx'
import {
  dayLabel,
  hasLeft,
  isIn,
  isNews,
  isUpcoming,
  leavingLabel,
  seatsLeft,
  timeLabel,
} from './lunch-texts.ts'
import { Reel } from './reel.tsx'
import { type LunchWrites, useLunchWrites } from './use-lunch-writes.ts'
import { usePlaceNames } from './use-place-names.ts'
import { Vote } from './vote.tsx'

interface LunchCardProps {
  lunch: Lunch
  /** Renders a restaurant's picture. */
  picture: (option: LunchOption) => ReactNode
  onOpen: () => void
}

const placesOnCard = 3

export function LunchCard({ lunch, picture, onOpen }: LunchCardProps) {
  const viewer = useSignedIn()
  const writes = useLunchWrites(lunch)
  const { timeZone } = usePublicConfig()
  const wasVoting = useWasVoting(lunch)
  const more = lunch.options.length - placesOnCard
  const { host } = lunch
  return (
    <article
      aria-labelledby={`lunch-${lunch.id}`}
      className={cardClass(
        'flex h-full flex-col gap-3 p-4',
        lunch.state === 'cancelled' && 'text-muted [&_h3]:text-muted',
      )}
    >
      <h3 id={`lunch-${lunch.id}`} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <button type="button" onClick={onOpen} className="-my-2 min-h-11 rounded-sm text-left">
          <span className="sr-only">Lunch at </span>
          <span className="whitespace-nowrap text-3xl tabular-nums leading-none hover:text-terracotta-ink">
            {timeLabel(lunch.leavesAt, timeZone)}
          </span>
        </button>
        <DepartureBadge lunch={lunch} />
      </h3>
      <p className="flex min-w-0 items-center gap-2 text-[0.9375rem]">
        {host && <Face person={host} />}
        <span className="flex min-w-0 flex-wrap gap-x-2">
          <span className="max-w-full truncate font-semibold">
            {host ? fullName(host) : 'Deleted account'}
          </span>
          {lunch.meetingPoint && (
            <span className="max-w-full truncate text-muted">
              <MapPin aria-hidden="true" className="mb-0.5 inline size-3.5" /> {lunch.meetingPoint}
            </span>
          )}
        </span>
      </p>
      {lunch.note && <p className="line-clamp-2 break-words text-muted text-sm">{lunch.note}</p>}
      {lunch.state === 'voting' ? (
        <div className="flex flex-col gap-1.5">
          <Vote lunch={lunch} viewerId={viewer.id} writes={writes} max={placesOnCard} onOpen={onOpen} />
          {more > 0 && (
            <Button variant="quiet" size="small" onClick={onOpen} className="self-start !px-2">
              {counted(more, 'more place')}
            </Button>
          )}
        </div>
      ) : (
        <Place lunch={lunch} wasVoting={wasVoting} picture={picture} />
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="flex min-w-0 items-center gap-2">
          <Faces people={lunch.people} max={lunch.seats === null ? 5 : 3} label="In:" onOpen={onOpen} />
          <Seats lunch={lunch} />
        </span>
        <div className="ml-auto">
          <JoinOrLeave lunch={lunch} writes={writes} />
        </div>
      </div>
    </article>
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
    <Badge tone={tone} className="font-sans tracking-normal">
      {isCancelled ? 'Cancelled' : (day ?? leavingLabel(lunch.leavesAt, now))}
    </Badge>
  )
}

/** Where the lunch goes. If a tied vote ended while this was on screen, the draw is animated first. */
export function Place({
  lunch,
  wasVoting,
  picture,
  address,
}: Pick<LunchCardProps, 'lunch' | 'picture'> & {
  wasVoting: boolean
  /** Given in the lunch's page, which always says where the place is. */
  address?: string | undefined
}) {
  const { decision, options } = lunch
  const { nameOf, addressOf } = usePlaceNames(lunch)
  const now = useServerNow()
  if (!decision) return <NoPlace lunch={lunch} />
  const chosen = options.find(({ restaurantId }) => restaurantId === decision.restaurantId)
  const chosenName = <p className="line-clamp-2 break-words font-semibold leading-snug">{decision.name}</p>
  const tied = options.filter(({ restaurantId }) => decision.tied.includes(restaurantId))
  return (
    <div className="flex min-w-0 items-center gap-3">
      {chosen && (
        <div aria-hidden="true" className="size-14 shrink-0 overflow-hidden rounded-sm">
          {picture(chosen)}
        </div>
      )}
      <div className="min-w-0 flex-1">
        {wasVoting && tied.length > 1 ? (
          <Reel names={tied.map(nameOf)} name={nameOf(decision)}>
            {chosenName}
          </Reel>
        ) : (
          chosenName
        )}
        {address && <p className="break-words text-sm">{address}</p>}
        <p className="truncate text-muted text-sm">
          {[
            address === undefined && isolated(addressOf(decision.restaurantId) ?? ''),
            chosen && chosen.travelTime > 0 && `${chosen.travelTime} min`,
            { only: null, votes: 'Won the vote', draw: `Drawn among ${tied.length}`, host: 'Host’s choice' }[
              decision.how
            ],
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {chosen && isUpcoming(lunch, now) && <ArrivalWarning place={chosen} leavesAt={lunch.leavesAt} />}
      </div>
    </div>
  )
}

function NoPlace({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  return (
    <p className="text-muted">
      {lunch.state === 'cancelled'
        ? 'It was cancelled before the vote ended.'
        : isUpcoming(lunch, now)
          ? 'No place was left to choose. The host can choose one.'
          : 'No place was left to choose.'}
    </p>
  )
}

/**
 * Whether the vote was open at the first render and its end is still news. Call it in the component that switches
 * between vote and outcome: that one stays mounted.
 */
export function useWasVoting(lunch: Lunch): boolean {
  const [first] = useState(lunch.state)
  return first === 'voting' && isNews(lunch, serverNow())
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

export function JoinOrLeave({ lunch, writes }: { lunch: Lunch; writes: LunchWrites }) {
  const viewer = useSignedIn()
  const now = useServerNow()
  const { timeZone } = usePublicConfig()
  if (lunch.state === 'cancelled' || hasLeft(lunch, now)) return null
  const amIn = isIn(lunch, viewer.id)
  return (
    <Button
      variant={amIn ? 'secondary' : 'primary'}
      disabled={!amIn && seatsLeft(lunch) === 0}
      // After the first click the button's meaning flips: ignore the second click of a double click.
      onClick={event => {
        if (event.detail > 1 || writes.isPending) return
        if (amIn) writes.leave()
        else writes.join()
      }}
    >
      {amIn ? 'I’m out' : 'I’m in'}
      <span className="sr-only">, lunch at {timeLabel(lunch.leavesAt, timeZone)}</span>
    </Button>
  )
}
