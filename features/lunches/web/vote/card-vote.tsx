import { clsx } from 'clsx'
import { useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { useArrivalWarning } from '../place-notes.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { usePlaceNames } from '../use-place-names.ts'
import { leadingOptions } from './leading-options.ts'
import { Tick, useVotes, VoteButton, type VoteOn, votedPlaceDetails } from './vote-button.tsx'

const placesOnCard = 2

interface CardVoteProps {
  lunch: Lunch
  writes: LunchWrites
  /** Opens the lunch's page, which has all places and who voted for them. */
  onOpen: () => void
}

/** The places that lead, side by side. */
export function CardVote({ lunch, writes, onOpen }: CardVoteProps) {
  const voteOn = useVotes(lunch, writes)
  const { addressOf } = usePlaceNames(lunch)
  const [shown, setShown] = useState<readonly number[]>([])
  const leading = leadingOptions(lunch.options, shown, placesOnCard)
  const ids = leading.map(({ restaurantId }) => restaurantId)
  if (ids.join() !== shown.join()) setShown(ids)
  const more = lunch.options.length - leading.length
  return (
    <div className="flex gap-1.5">
      <ul role="list" className="grid min-w-0 flex-1 auto-cols-fr grid-flow-col gap-1.5">
        {leading.map(option => (
          <li key={option.restaurantId} className="min-w-0">
            <Choice
              option={option}
              address={addressOf(option.restaurantId)}
              leavesAt={lunch.leavesAt}
              vote={voteOn(option)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={onOpen}
          className="w-11 shrink-0 rounded-sm border border-edge font-semibold text-muted text-sm leading-tight tabular-nums hover:border-terracotta hover:text-ink"
        >
          {more} more<span className="sr-only"> {more === 1 ? 'place' : 'places'}</span>
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
  vote: VoteOn
}

function Choice({ option, address, leavesAt, vote }: ChoiceProps) {
  const { name, voters } = option
  const warning = useArrivalWarning(option, leavesAt)
  const details = votedPlaceDetails(option, address)
  return (
    <VoteButton {...vote} className="w-full items-center border-edge px-2 pt-0.5 pb-1.5">
      {/* Three lines, of which two are the name's unless what decides needs two itself. */}
      <span className="flex h-[2.875rem] print:h-auto min-w-0 flex-col justify-center text-[0.8125rem] leading-[0.9375rem]">
        <span className="line-clamp-2 break-words font-semibold">{name}</span>
        {/* In the order of what is shown, which voice control says. */}
        <span className="sr-only">
          , {counted(voters.length, 'vote')}
          {warning && ` · ${warning.text}`}
          {details && ` · ${details}`}
        </span>
        <span
          aria-hidden="true"
          className={clsx(
            'flex min-w-0 shrink-0 flex-wrap items-center gap-x-1 text-muted text-xs leading-[1rem]',
            // Minutes that don't fit are left out rather than cut.
            !warning && 'h-[1rem] overflow-hidden',
          )}
        >
          <Tick
            isMine={vote.isMine}
            className="mr-0.5 size-3.5 rounded-[0.1875rem] border [&_svg]:size-2.5"
          />
          <span className="shrink-0 tabular-nums">
            {warning ? voters.length : counted(voters.length, 'vote')}
          </span>
          {warning ? (
            <span
              className={clsx(
                'whitespace-nowrap font-semibold',
                warning.state === 'closed' ? 'text-brick-ink' : 'text-saffron-ink',
              )}
            >
              {warning.short}
            </span>
          ) : (
            details && <span className={address ? 'min-w-0 flex-1 truncate' : 'shrink-0'}>· {details}</span>
          )}
        </span>
      </span>
    </VoteButton>
  )
}
