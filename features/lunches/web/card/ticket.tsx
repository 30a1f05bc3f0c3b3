import { clsx } from 'clsx'
import { Bell, Footprints, Navigation, Share2, Star } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated, sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { directionsUrl } from '#kit/web/browser/web-url.ts'
import { OutsideLink } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import type { Lunch } from '../../contract.ts'
import { nextStep, type TicketState, ticketSentence } from '../../next-step.ts'
import { dateLabel } from '../day-figures.ts'
import { useShareLunch } from '../dialog/share-lunch.ts'
import { hasLeft, isLeavingSoon, leavingLabel, seatsLeft, timeLabel } from '../lunch-texts.ts'
import { acceptPush, useCanOfferPush } from '../offer-push.ts'
import { StandingText } from '../standing/standing-text.tsx'
import { useDecidedAddress } from '../use-place-names.ts'
import { ToldApart } from './join-or-leave.tsx'

/** When and from where, as in the bar that other pages show: 'Leaves in 18 min from the lobby'. */
export function TicketLine({ lunch }: { lunch: Lunch }) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const now = useServerNow()
  const campusName = useCampusName()
  const { campus } = useParams({ campus: param.text() })
  const { campusCode, leavesAt, meetingPoint, standing, host, note } = lunch
  const left = hasLeft(lunch, now) ? null : seatsLeft(lunch)
  const isSoon = isLeavingSoon(lunch, now)
  return (
    <>
      {/* One's own lunch of today is shown among those of every campus. */}
      {campusCode !== campus && `${isolated(campusName(campusCode))} · `}
      <span className={clsx(isSoon && 'font-semibold text-saffron-ink')}>
        {isSoon && <Footprints className="mr-1 mb-0.5 inline size-3.5" />}
        {dateLabel(leavesAt, now, timeZone) ?? leavingLabel(leavesAt, now)}
        {meetingPoint && !hasLeft(lunch, now) && sentence` from ${meetingPoint}`}
      </span>
      {standing && (
        <>
          {' · '}
          <StandingText lunch={lunch} />
        </>
      )}
      {host && host.id !== viewer.id && ` · ${isolated(fullName(host))}`}
      {left !== null && ` · ${left === 0 ? 'full' : `${counted(left, 'seat')} left`}`}
      {note && ` · ${isolated(note)}`}
    </>
  )
}

/** The next step, which changes by itself, as a button; screen readers hear what others and the clock change. */
export function TicketStep({ lunch, isDrawing }: { lunch: Lunch; isDrawing: boolean }) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const now = useServerNow()
  const canNotify = useCanOfferPush()
  const { share } = useShareLunch(lunch)
  const address = useDecidedAddress(lunch)
  const { decision, decidesAt, people, host, state, leavesAt } = lunch
  const step = nextStep(lunch, viewer.id, { now, canNotify })
  const said = useTicketSentence({ step, people, host, state, decision, hasLeft: hasLeft(lunch, now) })
  const which = (
    <span className="sr-only">
      , lunch at {timeLabel(leavesAt, timeZone)}
      <ToldApart lunch={lunch} />
    </span>
  )
  const buttons = {
    vote: decidesAt && (
      <span className="min-w-0 text-right text-muted text-sm leading-tight">
        Vote until {timeLabel(decidesAt, timeZone)}
      </span>
    ),
    share: (
      <StepButton icon={<Share2 />} onClick={share}>
        Tell the others{which}
      </StepButton>
    ),
    notify: (
      <StepButton icon={<Bell />} onClick={() => void acceptPush()}>
        Tell me when it leaves{which}
      </StepButton>
    ),
    directions: decision && (
      <OutsideLink
        href={directionsUrl({ name: decision.name, address: address ?? null })}
        className={buttonClass({ variant: 'primary', className: stepClass })}
      >
        <Navigation />
        Directions<span className="sr-only"> to {isolated(decision.name)}</span>
      </OutsideLink>
    ),
    rate: decision && (
      <StepButton icon={<Star />} onClick={() => urlParams.open({ rate: decision.restaurantId })}>
        How was it?{which}
      </StepButton>
    ),
  }
  return (
    <>
      {/* Directions would tell the winner. */}
      {step && !isDrawing && buttons[step]}
      <LiveText>{said}</LiveText>
    </>
  )
}

// Beside two faces on the narrowest phones, where larger letters may wrap.
const stepClass =
  'shrink-0 whitespace-nowrap !px-4 max-[22rem]:!px-3 max-[22rem]:[&_svg]:hidden max-[19rem]:shrink max-[19rem]:whitespace-normal'

function StepButton({ onClick, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button
      {...rest}
      variant="primary"
      className={stepClass}
      // A double click shares once, and opens what it opens once.
      onClick={event => event.detail < 2 && onClick?.(event)}
    />
  )
}

/** The latest sentence about the ticket. What the viewer changes is told by its toast. */
function useTicketSentence(ticket: TicketState): string {
  const viewer = useSignedIn()
  const { step, hasLeft, state, host, people } = ticket
  const key = [step, hasLeft, state, host?.id, ...people.map(({ id }) => id)].join()
  const [last, setLast] = useState({ key, ticket, said: '' })
  if (key !== last.key) setLast({ key, ticket, said: ticketSentence(last.ticket, ticket, viewer.id) ?? '' })
  return last.said
}
