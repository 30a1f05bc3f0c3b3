import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { starAt } from '#kit/web/ui/stars.tsx'

const values = [1, 2, 3, 4, 5]

interface StarInputProps {
  /** What is being rated, for screen readers. */
  label: string
  /** 0: none chosen yet. */
  value: number
  onChange: (value: number) => void
  /** Called for arrow keys instead of `onChange`, where `onChange` takes effect immediately. */
  onMove?: (value: number) => void
  disabled?: boolean
  /** For a row without much room: smaller stars, and the count is written elsewhere. */
  isCompact?: boolean
  className?: string
}

/** Five radio buttons drawn as stars, with the count beside them. Arrow keys move; the keys 1 to 5 choose. */
export function StarInput({
  label,
  value,
  onChange,
  onMove = onChange,
  disabled,
  isCompact = false,
  className,
}: StarInputProps) {
  const name = useId()
  const [hovered, setHovered] = useState(0)
  const isMoving = useRef(false)
  const lit = hovered || value

  function onKeyDown(event: KeyboardEvent) {
    isMoving.current = event.key.startsWith('Arrow')
    const digit = Number(event.key)
    if (!values.includes(digit) || event.ctrlKey || event.metaKey || event.altKey || disabled) return
    event.preventDefault()
    onChange(digit)
    const star = event.currentTarget.querySelector(`input[value="${digit}"]`)
    if (star instanceof HTMLElement) star.focus()
  }

  function onRadioChange(star: number) {
    const tell = isMoving.current ? onMove : onChange
    isMoving.current = false
    tell(star)
  }

  return (
    <fieldset
      className={clsx('flex flex-wrap items-center gap-x-3', className)}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        isMoving.current = false
      }}
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      <div className={clsx('flex', isCompact ? 'min-w-0' : 'flex-wrap')} onPointerLeave={() => setHovered(0)}>
        {values.map(star => (
          <label
            key={star}
            onPointerEnter={event => setHovered(event.pointerType === 'mouse' && !disabled ? star : 0)}
            className={clsx(
              'relative grid place-items-center rounded-full transition-transform duration-quick',
              isCompact ? 'h-11 w-11 min-w-0 shrink' : 'size-13 max-[22rem]:size-11 sm:size-12',
              'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:-outline-offset-1',
              disabled ? 'opacity-50' : 'active:scale-110',
            )}
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onRadioChange(star)}
              aria-label={starCount(star)}
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            <Star
              className={clsx(
                'pointer-events-none relative stroke-saffron transition-colors',
                isCompact ? 'size-7.5' : 'size-9 max-[22rem]:size-8',
                star <= lit ? 'fill-saffron-bright' : 'fill-transparent',
              )}
            />
          </label>
        ))}
      </div>
      {!isCompact && (
        // Hidden from screen readers: they already announce the radio buttons.
        <output aria-hidden="true" className="min-w-16 font-semibold text-saffron-ink tabular-nums">
          {lit > 0 && starCount(lit)}
        </output>
      )}
    </fieldset>
  )
}

function starCount(count: number): string {
  return counted(count, 'star')
}

const outline = starAt(0)

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
