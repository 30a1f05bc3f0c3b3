import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { ArrivalWarning, FitsDiets } from '../place-notes.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { usePlaceNames } from '../use-place-names.ts'
import { useVotes, VoteButton, votedPlaceDetails } from './vote-button.tsx'

interface VoteProps {
  lunch: Lunch
  writes: LunchWrites
  /** The host's actions for one place. */
  extra: (option: LunchOption) => ReactNode
}

/** Each place with its votes and who cast them. */
export function Vote({ lunch, writes, extra }: VoteProps) {
  const { addressOf } = usePlaceNames(lunch)
  const voteOn = useVotes(lunch, writes)
  return (
    <ul role="list" className="flex flex-col gap-1.5">
      {lunch.options.map(option => {
        const { restaurantId, name, voters } = option
        const vote = voteOn(option)
        const details = votedPlaceDetails(option, addressOf(restaurantId))
        return (
          <li key={restaurantId} className="flex flex-wrap items-center gap-x-2">
            <VoteButton {...vote} className="flex-1 flex-wrap items-center gap-2 border-line px-2.5 py-1">
              <span
                aria-hidden="true"
                className={clsx(
                  'grid size-5 shrink-0 place-items-center rounded-full border-2',
                  vote.isMine
                    ? 'border-terracotta bg-terracotta text-on-terracotta'
                    : 'border-edge bg-raised',
                )}
              >
                {vote.isMine && <Check strokeWidth={4} className="size-3" />}
              </span>
              <span className="min-w-0 flex-1 basis-24 text-[0.9375rem] leading-snug">
                <span className="break-words font-medium">{name}</span>
                {details && (
                  <span className="block break-words text-[0.8125rem] text-muted tabular-nums">
                    {details}
                  </span>
                )}
                {option.fitsDiets && <FitsDiets />}
                <ArrivalWarning place={option} leavesAt={lunch.leavesAt} />
              </span>
              <span className="sr-only">{counted(voters.length, 'vote')}</span>
            </VoteButton>
            {extra(option)}
            <p className="wrap-anywhere basis-full px-2.5 pt-1 pb-1.5 text-muted text-sm">
              <span className="font-semibold tabular-nums">{counted(voters.length, 'vote')}</span>
              {voters.length > 0 && `: ${voters.map(person => isolated(fullName(person))).join(', ')}`}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
