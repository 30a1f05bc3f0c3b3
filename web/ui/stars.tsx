import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'

const values = [1, 2, 3, 4, 5]

interface StarInputProps {
  /** What is being rated, for screen readers. */
  label: string
  /** 0: none chosen yet. */
  value: number
  onChange: (value: number) => void
  disabled?: boolean
  className?: string
}

/** Five radios drawn as stars: arrows move, 1 to 5 choose, the count stands beside. */
export function StarInput({ label, value, onChange, disabled, className }: StarInputProps) {
  const name = useId()
  const [hovered, setHovered] = useState(0)
  const lit = hovered || value

  function chooseByDigit(event: KeyboardEvent) {
    const digit = Number(event.key)
    if (!values.includes(digit) || event.ctrlKey || event.metaKey || event.altKey || disabled) return
    event.preventDefault()
    onChange(digit)
    const star = event.currentTarget.querySelector(`input[value="${digit}"]`)
    if (star instanceof HTMLElement) star.focus()
  }

  return (
    <fieldset
      className={clsx('flex flex-wrap items-center gap-x-3', className)}
      onKeyDown={chooseByDigit}
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      <div className="flex" onPointerLeave={() => setHovered(0)}>
        {values.map(star => (
          <label
            key={star}
            onPointerEnter={event => setHovered(event.pointerType === 'mouse' && !disabled ? star : 0)}
            className={clsx(
              'relative grid size-13 place-items-center rounded-full transition-transform duration-quick max-[22rem]:size-11 sm:size-12',
              'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:-outline-offset-1',
              disabled ? 'opacity-50' : 'active:scale-110',
            )}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={starCount(star)}
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            <Star
              className={clsx(
                'pointer-events-none relative size-9 stroke-saffron transition-colors max-[22rem]:size-8',
                star <= lit ? 'fill-saffron-bright' : 'fill-transparent',
              )}
            />
          </label>
        ))}
      </div>
      <output className="min-w-16 font-semibold text-saffron-ink tabular-nums">
        {lit > 0 && starCount(lit)}
      </output>
    </fieldset>
  )
}

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

/** Five stars, as many of them lit as the value says, which is said to screen readers. */
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

function starCount(count: number): string {
  return count === 1 ? '1 star' : `${count} stars`
}

/** A star in a square of 24 that begins at `x`. */
const starAt = (x: number) =>
  `M${x + 12} 3.2c.5 0 .9.3 1.1.7l2 4.3 4.7.6c1 .1 1.4 1.3.7 2L${x + 17} 14l.9 4.7c.2 1-.8 1.7-1.7 1.2L${x + 12} 17.6l-4.2 2.3c-.9.5-1.9-.2-1.7-1.2L${x + 7} 14l-3.5-3.2c-.7-.7-.3-1.9.7-2l4.7-.6 2-4.3c.2-.4.6-.7 1.1-.7z`

const outline = starAt(0)
const fiveStars = [0, 24, 48, 72, 96].map(starAt).join('')

function Star({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      strokeWidth="1.7"
      strokeLinejoin="round"
      className={className}
    >
      <path d={outline} />
    </svg>
  )
}
