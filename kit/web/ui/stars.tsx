import { clsx } from 'clsx'

interface StarRatingProps {
  /** 0 to 5, shown with one decimal. */
  value: number
  size?: 'small' | 'medium'
  /** Hides the number (screen readers still get it). */
  hideValue?: boolean
  className?: string
}

export function StarRating({ value, size = 'small', hideValue, className }: StarRatingProps) {
  const shown = toShown(value)
  return (
    <span className={clsx('inline-flex items-center gap-1.5', className)}>
      <StarStrip value={value} size={size} />
      {!hideValue && (
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {shown.toFixed(1)}
        </span>
      )}
    </span>
  )
}

/** Five stars, filled according to the value. Screen readers read the value. */
export function StarStrip({ value, size = 'small' }: Pick<StarRatingProps, 'value' | 'size'>) {
  const shown = toShown(value)
  return (
    <svg
      viewBox="0 0 120 24"
      role="img"
      aria-label={`${shown.toFixed(1)} out of 5 stars`}
      strokeWidth="1.7"
      strokeLinejoin="round"
      className={clsx('shrink-0', size === 'small' ? 'h-4 w-20' : 'h-5.5 w-27.5')}
    >
      <path d={fiveStars} className="fill-line stroke-line" />
      <path
        d={fiveStars}
        className="fill-saffron-bright stroke-saffron"
        style={{ clipPath: `inset(0 ${100 - shown * 20}% 0 0) view-box` }}
      />
    </svg>
  )
}

const toShown = (value: number) => Math.min(5, Math.max(0, value))

/** The outline of a star in a 24 × 24 square whose left edge is at `x`. */
export const starAt = (x: number) =>
  `M${x + 12} 3.2c.5 0 .9.3 1.1.7l2 4.3 4.7.6c1 .1 1.4 1.3.7 2L${x + 17} 14l.9 4.7c.2 1-.8 1.7-1.7 1.2L${x + 12} 17.6l-4.2 2.3c-.9.5-1.9-.2-1.7-1.2L${x + 7} 14l-3.5-3.2c-.7-.7-.3-1.9.7-2l4.7-.6 2-4.3c.2-.4.6-.7 1.1-.7z`

const fiveStars = [0, 24, 48, 72, 96].map(starAt).join('')
