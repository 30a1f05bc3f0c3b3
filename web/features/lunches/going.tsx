import { Users } from 'lucide-react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { timeLabel } from './lunch-texts.ts'
import { useLunchesAt } from './use-lunches.ts'

interface GoingProps {
  restaurantId: number
  onOpen: (lunchId: number) => void
}

/** How many people go to a restaurant today: '3 going at 12:05 PM' opens that lunch. */
export function Going({ restaurantId, onOpen }: GoingProps) {
  const { timeZone } = usePublicConfig()
  const lunches = useLunchesAt(restaurantId)
  return lunches.map(lunch => (
    <button
      key={lunch.id}
      type="button"
      onClick={() => onOpen(lunch.id)}
      className="inline-flex min-h-8 max-w-full shrink-0 items-center gap-1.5 rounded-full bg-olive-tint px-3 font-semibold text-[0.8125rem] text-olive-ink leading-snug hover:underline pointer-coarse:min-h-11"
    >
      <Users aria-hidden="true" className="size-3.5 shrink-0" />
      {lunch.people.length} going at {timeLabel(lunch.leavesAt, timeZone)}
    </button>
  ))
}
