import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ScrollArrows } from '#kit/web/overlays/scroll-arrows.tsx'
import { Pill } from './pill.tsx'

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
      const chosen = row.current?.querySelector(`[value="${CSS.escape(value ?? '')}"]`)?.parentElement
      if (!row.current || !chosen) return
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
          <Pill
            key={option.value}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="max-[22rem]:px-3 [&_svg]:size-4.5"
          >
            {option.icon}
            {option.label}
          </Pill>
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
