import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ScrollArrows } from '#kit/web/overlays/scroll-arrows.tsx'

interface Segment<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
}

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly Segment<Value>[]
  /** undefined: nothing is chosen yet. */
  value: Value | undefined
  onChange: (value: Value) => void
  /** What the options are, if a mouse should get arrows where they don't fit: 'campuses'. */
  arrowsOf?: string
  className?: string
}

/** One choice from a row of buttons; a long row scrolls sideways and keeps the choice in view. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, arrowsOf, className } = props
  const name = useId()
  const row = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const bringIntoView = () => {
      const chosen = row.current?.querySelector(`[data-value="${CSS.escape(value ?? '')}"]`)
      if (!row.current || !(chosen instanceof HTMLElement)) return
      const left = chosen.offsetLeft - (row.current.clientWidth - chosen.clientWidth) / 2
      row.current.scrollTo({ left, behavior: 'smooth' })
    }
    // Called after layout, so that measuring doesn't force another one; also when arrows appear beside the row.
    const observer = new ResizeObserver(bringIntoView)
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [value])

  const choices = (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      className={clsx('scroll-row relative -m-1 overflow-x-auto p-1', className)}
    >
      <div className="flex w-max gap-2">
        {options.map(option => (
          <label
            key={option.value}
            data-value={option.value}
            className={clsx(
              'relative inline-flex min-h-11 shrink-0 select-none items-center gap-2 whitespace-nowrap rounded-full border px-4 font-semibold transition-colors max-[22rem]:px-3 [&_svg]:size-4.5',
              'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
              option.value === value
                ? 'border-terracotta bg-terracotta text-on-terracotta'
                : 'border-edge bg-raised hover:border-terracotta hover:bg-terracotta-tint',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
  if (!arrowsOf) return choices
  return (
    <div className="flex min-w-0 items-center">
      {choices}
      <ScrollArrows row={row} of={arrowsOf} count={options.length} />
    </div>
  )
}
