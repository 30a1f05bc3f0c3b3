import { useId } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { Faces } from '../avatars.tsx'
import { ArrivalWarning, FitsDiets } from '../place-notes.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { usePlaceNames } from '../use-place-names.ts'
import { Tick, useVotes, VoteButton, type VoteOn, votedPlaceDetails } from './vote-button.tsx'

const maxFaces = 4

/** Each place to tick, with its votes and who cast them. */
export function Vote({ lunch, writes }: { lunch: Lunch; writes: LunchWrites }) {
  const { addressOf } = usePlaceNames(lunch)
  const voteOn = useVotes(lunch, writes)
  return (
    <ul role="list" className="flex flex-col gap-2">
      {lunch.options.map(option => (
        <li key={option.restaurantId}>
          <Row option={option} address={addressOf(option.restaurantId)} lunch={lunch} vote={voteOn(option)} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  option: LunchOption
  /** Tells branches of a chain apart; undefined if the name does. */
  address: string | undefined
  lunch: Lunch
  vote: VoteOn
}

function Row({ option, address, lunch, vote }: RowProps) {
  const { name, voters } = option
  const details = votedPlaceDetails(option, address)
  const votersId = useId()
  return (
    <VoteButton
      {...vote}
      aria-describedby={votersId}
      className="w-full gap-2.5 border-edge px-2.5 pt-2 pb-2.5"
    >
      <Tick isMine={vote.isMine} className="mt-0.5 size-5 rounded-xs border-2 [&_svg]:size-3" />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 flex-1 basis-32 text-[0.9375rem] leading-snug">
            <span className="break-words font-medium">{name}</span>
            {details && (
              <span className="block break-words text-[0.8125rem] text-muted tabular-nums">{details}</span>
            )}
            {option.fitsDiets && <FitsDiets />}
            <ArrivalWarning place={option} leavesAt={lunch.leavesAt} />
          </span>
          <span className="shrink-0 font-semibold text-sm tabular-nums">
            {counted(voters.length, 'vote')}
          </span>
        </span>
        {voters.length > 0 && (
          // A description: as a part of the button's name, all voters would be read with every tick.
          <span aria-hidden="true" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Faces people={voters} max={maxFaces} among={lunch.people} />
            <span
              id={votersId}
              className="wrap-anywhere min-w-0 flex-1 basis-40 text-[0.8125rem] text-muted leading-snug"
            >
              {voters.map(person => isolated(fullName(person))).join(', ')}
            </span>
          </span>
        )}
      </span>
    </VoteButton>
  )
}
