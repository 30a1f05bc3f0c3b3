import { ChevronDown } from 'lucide-react'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { Lunch } from '../../contract.ts'
import { placeLabel, timeLabel } from '../lunch-texts.ts'
import { useLunches } from '../use-lunches.ts'

const linesShown = 4

interface EarlierTodayProps {
  lunches: readonly Lunch[]
  isUnfolded: boolean
  onToggle: () => void
}

/** One card for all that has left or was cancelled today. It unfolds into their own cards, which follow it. */
export function EarlierToday({ lunches, isUnfolded, onToggle }: EarlierTodayProps) {
  const { timeZone } = usePublicConfig()
  const listed = useLunches()
  return (
    <li className="w-52 shrink-0 snap-start max-sm:only:w-full">
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={onToggle}
        className={cardClass(
          'group flex h-full w-full flex-col items-stretch gap-1 px-3 py-2 text-left text-muted hover:border-terracotta',
        )}
      >
        <span className="flex items-center justify-between gap-2 font-semibold text-ink">
          Earlier today ({lunches.length})
          <ChevronDown className="-rotate-90 size-4.5 shrink-0 transition-transform group-aria-expanded:rotate-90" />
        </span>
        <ul role="list" className="min-h-0 overflow-hidden text-[0.8125rem] leading-[1.375rem]">
          {lunches.slice(0, linesShown).map(lunch => (
            <li key={lunch.id} className="truncate tabular-nums">
              {timeLabel(lunch.leavesAt, timeZone)} ·{' '}
              {lunch.state === 'cancelled' ? 'Cancelled' : placeLabel(lunch, listed)}
            </li>
          ))}
        </ul>
      </button>
    </li>
  )
}
