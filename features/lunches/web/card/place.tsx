import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { isUpcoming } from '../lunch-texts.ts'
import { ArrivalWarning, FitsDiets, useArrivalWarning } from '../place-notes.tsx'
import { usePlaceNames } from '../use-place-names.ts'
import { Draw } from './draw.tsx'

interface PlaceProps {
  lunch: Lunch
  /** Renders a restaurant's picture. */
  picture: (option: LunchOption) => ReactNode
  /** From `useIsDrawing`: all that tells the winner waits, and keeps its room. */
  isDrawing: boolean
  /** Given in the lunch's page, which always says where the place is. */
  address?: string
  /** Two lines, each cut where it is too long. */
  isCompact?: boolean
}

/** Where the lunch goes. */
export function Place({ lunch, isDrawing, picture, address, isCompact = false }: PlaceProps) {
  const { decision, options, leavesAt } = lunch
  const { addressOf } = usePlaceNames(lunch)
  const now = useServerNow()
  const chosen = options.find(({ restaurantId }) => restaurantId === decision?.restaurantId)
  const warning = useArrivalWarning(isUpcoming(lunch, now) ? chosen : undefined, leavesAt)
  if (!decision) return <NoPlace lunch={lunch} />
  const shortAddress = addressOf(decision.restaurantId)
  const tied = options.filter(({ restaurantId }) => decision.tied.includes(restaurantId))
  const pictureClass = isCompact ? 'size-11' : 'size-14'
  return (
    <div className="relative">
      {isDrawing && (
        <Draw tied={tied} winnerId={decision.restaurantId} picture={picture} sizeClass={pictureClass} />
      )}
      <div className={clsx('flex min-w-0 items-center gap-3', isDrawing && 'invisible')}>
        {chosen && (
          <div aria-hidden="true" className={clsx('shrink-0 overflow-hidden rounded-sm', pictureClass)}>
            {picture(chosen)}
          </div>
        )}
        <div className="min-w-0 flex-1">
          <p
            className={clsx(
              'font-semibold leading-snug',
              isCompact ? 'truncate' : 'line-clamp-2 break-words',
            )}
          >
            {decision.name}
          </p>
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
            <ArrivalWarning
              place={chosen}
              leavesAt={leavesAt}
              className={isCompact ? 'truncate' : undefined}
            />
          )}
        </div>
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
