import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { Field, useFieldControl } from '#kit/web/forms/field.tsx'

interface SliderProps {
  label: string
  /** In the singular. */
  unit: string
  min: number
  max: number
  value: number
  onChange: (value: number) => void
  disabled?: boolean
}

/** A whole number within a range; shows its value and announces it with its unit. */
export function Slider(props: SliderProps) {
  const { label, min, max, value, unit } = props
  const shown = (count: number) => counted(count, unit)
  return (
    <Field
      label={
        <span className="flex items-baseline justify-between gap-3">
          {label}
          <output aria-hidden="true" className="text-lg text-terracotta-ink leading-none tabular-nums">
            {shown(value)}
          </output>
        </span>
      }
    >
      <Range {...props} text={shown(value)} />
      <p aria-hidden="true" className="-mt-1 flex justify-between text-muted text-sm tabular-nums">
        <span>{shown(min)}</span>
        <span>{shown(max)}</span>
      </p>
    </Field>
  )
}

function Range({ min, max, value, onChange, disabled, text }: SliderProps & { text: string }) {
  const filled = { '--filled': `${((value - min) / (max - min)) * 100}%` } as CSSProperties
  return (
    <input
      {...useFieldControl()}
      type="range"
      aria-valuetext={text}
      min={min}
      max={max}
      step={1}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.valueAsNumber)}
      style={filled}
      className={clsx(
        'h-11 w-full cursor-pointer appearance-none rounded-full bg-transparent',
        'disabled:cursor-not-allowed disabled:opacity-50',
        '[&::-webkit-slider-runnable-track]:h-2 [&::-webkit-slider-runnable-track]:rounded-full',
        '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--color-terracotta)_var(--filled),var(--color-track)_var(--filled))]',
        '[&::-webkit-slider-thumb]:-mt-2 [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full',
        '[&::-webkit-slider-thumb]:border-4 [&::-webkit-slider-thumb]:border-raised [&::-webkit-slider-thumb]:bg-terracotta [&::-webkit-slider-thumb]:shadow-floating',
        '[&::-moz-range-track]:h-2 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-(--color-track)',
        '[&::-moz-range-progress]:h-2 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-terracotta',
        '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-4 [&::-moz-range-thumb]:border-raised [&::-moz-range-thumb]:bg-terracotta',
        '[--color-track:color-mix(in_oklab,var(--color-edge)_45%,transparent)]',
      )}
    />
  )
}
