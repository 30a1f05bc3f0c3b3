import { clsx } from 'clsx'
import { Check, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { Avatars } from '../avatars.tsx'
import { isIn, isLeavingSoon } from '../lunch-texts.ts'
import { StandingText } from '../standing/standing-text.tsx'
import { useLunchWrites } from '../use-lunch-writes.ts'
import { CardVote } from '../vote/card-vote.tsx'
import { AlsoIn, DepartureBadge, OpenLunch, Seats, VotesLost } from './card-lines.tsx'
import { useIsDrawing } from './draw.tsx'
import { JoinOrLeave } from './join-or-leave.tsx'
import { Place } from './place.tsx'
import { TicketLine, TicketStep } from './ticket.tsx'

interface LunchCardProps {
  lunch: Lunch
  /** Renders a restaurant's picture. */
  picture: (option: LunchOption) => ReactNode
  onOpen: () => void
}

/**
 * At a glance: when, where, who, and one button. All the rest is in the lunch's page. One that the viewer is in is their
 * ticket, whose button is the next step.
 */
export function LunchCard({ lunch, picture, onOpen }: LunchCardProps) {
  const viewer = useSignedIn()
  const writes = useLunchWrites(lunch)
  const isDrawing = useIsDrawing(lunch)
  const isSoon = isLeavingSoon(lunch, useServerNow())
  const isTicket = isIn(lunch, viewer.id) && lunch.state !== 'cancelled'
  return (
    <article
      aria-labelledby={`lunch-${lunch.id}`}
      className={cardClass(
        'relative flex h-full min-w-0 flex-col justify-between px-3 py-1.5',
        isTicket && 'inset-ring-1',
        isTicket && (isSoon ? 'border-saffron inset-ring-saffron' : 'border-olive inset-ring-olive'),
        lunch.state === 'cancelled' && 'text-muted [&_h3]:text-muted',
      )}
    >
      <div className={clsx(isTicket && 'pr-14')}>
        <h3
          id={`lunch-${lunch.id}`}
          className={clsx('flex flex-wrap items-center gap-x-2', !isTicket && 'justify-between')}
        >
          <OpenLunch lunch={lunch} onOpen={onOpen} />
          {isTicket ? (
            <Badge tone="olive" icon={<Check />} className={badgeClass}>
              You’re in
            </Badge>
          ) : (
            <DepartureBadge lunch={lunch} />
          )}
        </h3>
        <p className="truncate text-[0.8125rem] text-muted leading-[1.125rem]">
          <AlsoIn lunch={lunch} isCompact />
          <VotesLost lunch={lunch} isCompact />
          {isTicket ? <TicketLine lunch={lunch} /> : <WhoAndWhere lunch={lunch} />}
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
          <Avatars people={lunch.people} max={isTicket ? 2 : lunch.seats === null ? 5 : 3} onOpen={onOpen} />
          {!isTicket && (
            <span className="min-w-0 text-[0.8125rem] text-muted leading-[1.0625rem]">
              <Seats lunch={lunch} />
            </span>
          )}
        </span>
        {isTicket && <TicketStep lunch={lunch} isDrawing={isDrawing} />}
        {/* The same element in both places, so that it keeps the focus. */}
        <JoinOrLeave
          lunch={lunch}
          writes={writes}
          className={clsx('shrink-0 whitespace-nowrap', isTicket && '!absolute top-0.5 right-0.5 !px-2')}
        />
      </div>
    </article>
  )
}

const badgeClass = 'font-sans tracking-normal max-[22rem]:[&>svg]:hidden'

function WhoAndWhere({ lunch }: { lunch: Lunch }) {
  const { standing, host, meetingPoint, note } = lunch
  return (
    <>
      {standing && (
        <>
          <StandingText lunch={lunch} />
          {' · '}
        </>
      )}
      {host ? isolated(fullName(host)) : 'Deleted account'}
      {meetingPoint && (
        <>
          {' · '}
          <MapPin className="mb-0.5 inline size-3" /> {isolated(meetingPoint)}
        </>
      )}
      {note && ` · ${isolated(note)}`}
    </>
  )
}
