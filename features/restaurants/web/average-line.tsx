import { formatAverage } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { StarStrip } from '#kit/web/ui/stars.tsx'

interface AverageLineProps {
  restaurant: { avgRating: number | null; ratingCount: number }
  size?: 'small' | 'medium'
}

/** Stars, the average and the number of ratings, in one line. */
export function AverageLine(props: AverageLineProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <AverageParts {...props} />
    </span>
  )
}

/** The same without a wrapper element: a list has many cards, and every element costs time. */
export function AverageParts({ restaurant, size = 'small' }: AverageLineProps) {
  const { avgRating, ratingCount } = restaurant
  if (avgRating === null) return <span className="text-muted">{formatAverage(null)}</span>
  return (
    <>
      <StarStrip value={avgRating} size={size} />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {avgRating.toFixed(1)}
      </span>
      <span className="ml-0.5 text-muted text-sm tabular-nums">({counted(ratingCount, 'rating')})</span>
    </>
  )
}
