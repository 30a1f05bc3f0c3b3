import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { LunchOption } from '#contract/lunch-options.ts'
import type { Lunch } from '#contract/lunches.ts'
import { isolated } from '#domain/isolated.ts'
import { counted } from '#web/lib/counted.ts'
import { useArrivalWarning } from './arrival-warning.tsx'
import { leadingOptions } from './leading-options.ts'
import type { LunchWrites } from './use-lunch-writes.ts'
import { usePlaceNames } from './use-place-names.ts'
import { useVotes } from './use-votes.ts'

const placesOnCard = 2

interface CardVoteProps {
  lunch: Lunch
  writes: LunchWrites
  /** Opens the lunch's page, which has all places and who voted for them. */
  onOpen: () => void
}

/** The places that lead, side by side: a tap votes for one, another tap takes the vote back. */
export function CardVote({ lunch, writes, onOpen }: CardVoteProps) {
  const { mineIds, shareOf, toggle } = useVotes(lunch, writes)
  const { addressOf } = usePlaceNames(lunch)
  const [shown, setShown] = useState<readonly number[]>([])
  const leading = leadingOptions(lunch.options, shown, placesOnCard)
  const ids = leading.map(({ restaurantId }) => restaurantId)
  if (ids.join() !== shown.join()) setShown(ids)
  const more = lunch.options.length - leading.length
  return (
    <div className="flex gap-1.5">
      <ul className="grid min-w-0 flex-1 auto-cols-fr grid-flow-col gap-1.5">
        {leading.map(option => (
          <li key={option.restaurantId} className="min-w-0">
            <Choice
              option={option}
              address={addressOf(option.restaurantId)}
              leavesAt={lunch.leavesAt}
              share={shareOf(option)}
              isMine={mineIds.includes(option.restaurantId)}
              onToggle={() => toggle(option.restaurantId)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={onOpen}
          className="size-11 shrink-0 rounded-sm font-semibold text-muted text-sm tabular-nums hover:bg-sunken hover:text-ink"
        >
          <span aria-hidden="true">+{more}</span>
          <span className="sr-only">{counted(more, 'more place')}</span>
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  option: LunchOption
  /** Tells branches of a chain apart; undefined if the name does. */
  address: string | undefined
  leavesAt: string
  /** The length of its bar. */
  share: string
  isMine: boolean
  onToggle: () => void
}

function Choice({ option, address, leavesAt, share, isMine, onToggle }: ChoiceProps) {
  const { name, voters, travelTime } = option
  const warning = useArrivalWarning(option, leavesAt)
  const details = [address, travelTime > 0 && `${travelTime} min`]
    .flatMap(detail => (detail ? isolated(detail) : []))
    .join(' · ')
  return (
    <button
      type="button"
      aria-pressed={isMine}
      // The second click of a double click would take the vote back.
      onClick={event => event.detail < 2 && onToggle()}
      className={clsx(
        'relative isolate flex min-h-11 w-full min-w-0 flex-col justify-center overflow-hidden rounded-sm border px-2 text-left transition-colors',
        isMine ? 'border-terracotta' : 'border-edge hover:border-terracotta',
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: share }}
        className={clsx(
          'absolute inset-y-0 left-0 -z-10 transition-[width]',
          isMine ? 'bg-terracotta-tint' : 'bg-sunken',
        )}
      />
      <span className="truncate font-semibold text-sm leading-[1.125rem]">{name}</span>
      <span className="sr-only">
        {details && ` ${details}`}
        {warning && ` ${warning.text}`}, {counted(voters.length, 'vote')}
      </span>
      <span
        aria-hidden="true"
        className="flex min-w-0 items-center gap-1 text-[0.8125rem] text-muted leading-[1.125rem]"
      >
        {isMine && <Check strokeWidth={3} className="size-3.5 shrink-0 text-terracotta-ink" />}
        <span className="shrink-0 tabular-nums">{counted(voters.length, 'vote')}</span>
        {warning ? (
          <span
            className={clsx(
              'truncate font-semibold',
              warning.state === 'closed' ? 'text-brick-ink' : 'text-saffron-ink',
            )}
          >
            · {warning.text}
          </span>
        ) : (
          details && <span className="truncate">· {details}</span>
        )}
      </span>
    </button>
  )
}
