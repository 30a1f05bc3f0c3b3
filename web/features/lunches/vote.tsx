import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LunchOption } from '#contract/lunch-options.ts'
import type { Lunch } from '#contract/lunches.ts'
import { isolated } from '#domain/isolated.ts'
import { fullName } from '#domain/person-names.ts'
import { counted } from '#web/lib/counted.ts'
import { ArrivalWarning } from './arrival-warning.tsx'
import { FitsDiets } from './fits-diets.tsx'
import type { LunchWrites } from './use-lunch-writes.ts'
import { usePlaceNames } from './use-place-names.ts'
import { useVotes } from './use-votes.ts'

interface VoteProps {
  lunch: Lunch
  writes: LunchWrites
  /** The host's actions for one place. */
  extra?: (option: LunchOption) => ReactNode
}

/** Each place with its votes as a bar and who cast them. A tap votes, another tap takes the vote back. */
export function Vote({ lunch, writes, extra }: VoteProps) {
  const { addressOf } = usePlaceNames(lunch)
  const { mineIds, shareOf, toggle } = useVotes(lunch, writes)
  return (
    <ul className="flex flex-col gap-1.5">
      {lunch.options.map(option => {
        const { restaurantId, name, travelTime, voters } = option
        const isMine = mineIds.includes(restaurantId)
        return (
          <li key={restaurantId} className="flex flex-wrap items-center gap-x-2">
            <button
              type="button"
              aria-pressed={isMine}
              // The second click of a double click would take the vote back.
              onClick={event => event.detail < 2 && toggle(restaurantId)}
              className={clsx(
                'relative isolate flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-2 overflow-hidden rounded-sm border px-2.5 py-1 text-left transition-colors',
                isMine ? 'border-terracotta' : 'border-line hover:border-terracotta',
              )}
            >
              <span
                aria-hidden="true"
                style={{ width: shareOf(option) }}
                className={clsx(
                  'absolute inset-y-0 left-0 -z-10 transition-[width]',
                  isMine ? 'bg-terracotta-tint' : 'bg-sunken',
                )}
              />
              <span
                aria-hidden="true"
                className={clsx(
                  'grid size-5 shrink-0 place-items-center rounded-full border-2',
                  isMine ? 'border-terracotta bg-terracotta text-on-terracotta' : 'border-edge bg-raised',
                )}
              >
                {isMine && <Check strokeWidth={4} className="size-3" />}
              </span>
              <span className="min-w-0 flex-1 basis-24 text-[0.9375rem] leading-snug">
                <span className="break-words font-medium">{name}</span>
                <PlaceDetails details={[addressOf(restaurantId), travelTime > 0 && `${travelTime} min`]} />
                {option.fitsDiets && <FitsDiets />}
                <ArrivalWarning place={option} leavesAt={lunch.leavesAt} />
              </span>
              <span className="sr-only">{counted(voters.length, 'vote')}</span>
            </button>
            {extra?.(option)}
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

/** What tells a place apart and how far it is; nothing if neither is known. */
function PlaceDetails({ details }: { details: readonly (string | false | undefined)[] }) {
  const text = details.flatMap(detail => (detail ? isolated(detail) : [])).join(' · ')
  return text === '' ? null : (
    <span className="block break-words text-[0.8125rem] text-muted tabular-nums">{text}</span>
  )
}
