import { clsx } from 'clsx'
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
    <span className={clsx('inline-flex', averageClass)}>
      <AverageParts {...props} />
    </span>
  )
}

/** Of what has the parts as its children. */
export const averageClass = 'flex-wrap items-center gap-x-1.5 text-muted text-sm tabular-nums'

/** The same without a wrapper element: a list has many cards, and every element costs time. */
export function AverageParts({ restaurant, size = 'small' }: AverageLineProps) {
  const { avgRating, ratingCount } = restaurant
  const textClass = size === 'small' ? 'text-base' : 'text-lg'
  if (avgRating === null) return <span className={textClass}>{formatAverage(null)}</span>
  return (
    <>
      <StarStrip value={avgRating} size={size} />
      <span aria-hidden="true" className={clsx('mr-0.5 font-semibold text-ink', textClass)}>
        {avgRating.toFixed(1)}
      </span>
      {`(${counted(ratingCount, 'rating')})`}
    </>
  )
}
