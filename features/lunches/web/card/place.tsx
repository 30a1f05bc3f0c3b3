import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { isNews, isUpcoming } from '../lunch-texts.ts'
import { ArrivalWarning, FitsDiets, useArrivalWarning } from '../place-notes.tsx'
import { usePlaceNames } from '../use-place-names.ts'
import { Reel } from './reel.tsx'

interface PlaceProps {
  lunch: Lunch
  /** Renders a restaurant's picture. */
  picture: (option: LunchOption) => ReactNode
  wasVoting: boolean
  /** Given in the lunch's page, which always says where the place is. */
  address?: string
  /** Two lines, each cut where it is too long. */
  isCompact?: boolean
}

/** Where the lunch goes. If a tied vote ended while this was on screen, the draw is animated first. */
export function Place({ lunch, wasVoting, picture, address, isCompact = false }: PlaceProps) {
  const { decision, options, leavesAt } = lunch
  const { nameOf, addressOf } = usePlaceNames(lunch)
  const now = useServerNow()
  const chosen = options.find(({ restaurantId }) => restaurantId === decision?.restaurantId)
  const warning = useArrivalWarning(isUpcoming(lunch, now) ? chosen : undefined, leavesAt)
  if (!decision) return <NoPlace lunch={lunch} />
  const chosenName = (
    <p className={clsx('font-semibold leading-snug', isCompact ? 'truncate' : 'line-clamp-2 break-words')}>
      {decision.name}
    </p>
  )
  const shortAddress = addressOf(decision.restaurantId)
  const tied = options.filter(({ restaurantId }) => decision.tied.includes(restaurantId))
  return (
    <div className="flex min-w-0 items-center gap-3">
      {chosen && (
        <div
          aria-hidden="true"
          className={clsx('shrink-0 overflow-hidden rounded-sm', isCompact ? 'size-11' : 'size-14')}
        >
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
        {!(isCompact && warning && !shortAddress) && (
          <p className="truncate text-muted text-sm">
            {[
              decision.gone && 'No longer available',
              address === undefined && isolated(shortAddress ?? ''),
              chosen && chosen.travelTime > 0 && `${chosen.travelTime} min`,
              {
                only: null,
                votes: 'Won the vote',
                draw: `Drawn among ${tied.length}`,
                host: 'Host’s choice',
              }[decision.how],
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {!isCompact && chosen?.fitsDiets && <FitsDiets />}
        {chosen && warning && (
          <ArrivalWarning place={chosen} leavesAt={leavesAt} className={isCompact ? 'truncate' : undefined} />
        )}
      </div>
    </div>
  )
}

function NoPlace({ lunch }: { lunch: Lunch }) {
  const now = useServerNow()
  return (
    <p className="line-clamp-2 text-muted">
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
