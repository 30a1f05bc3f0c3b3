import { formatAverage, ratingCountLabel } from '#domain/ratings.ts'
import { StarRating } from '#web/ui/stars.tsx'

interface AverageLineProps {
  restaurant: { avgRating: number | null; ratingCount: number }
  size?: 'small' | 'medium'
}

/** Stars, figure and the number of ratings behind it. */
export function AverageLine({ restaurant, size = 'small' }: AverageLineProps) {
  const { avgRating, ratingCount } = restaurant
  if (avgRating === null) return <span className="text-muted">{formatAverage(null)}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StarRating value={avgRating} size={size} />
      <span className="text-muted text-sm tabular-nums">({ratingCountLabel(ratingCount)})</span>
    </span>
  )
}
