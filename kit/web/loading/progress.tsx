import type { ReactNode } from 'react'

interface ProgressProps {
  /** What is being done. */
  label: string
  /** How much of it is done, if that is known. */
  of?: { done: number; count: number }
  /** What is said of that; default: '2 of 3'. */
  figures?: ReactNode
  /** The bar's name where the label changes as the work goes on; then the label isn't announced. */
  barLabel?: string
}

/** Work that goes on: what is being done, and how far it is. */
export function Progress({ label, of, figures, barLabel }: ProgressProps) {
  const name = barLabel ?? label
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span role={barLabel === undefined ? 'status' : undefined}>{label}</span>
        {of && (
          <span className="tabular-nums">
            {figures ?? `${of.done.toLocaleString('en-US')} of ${of.count.toLocaleString('en-US')}`}
          </span>
        )}
      </p>
      {of ? (
        <ProgressBar label={name} value={of.done} max={of.count} />
      ) : (
        <div role="progressbar" aria-label={name} className="h-2 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full w-1/3 animate-pass rounded-full bg-terracotta" />
        </div>
      )}
    </div>
  )
}

/** Only the bar of work of known length; the caller says the rest. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  const percent = max === 0 ? 0 : Math.min(100, (value / max) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${max}`}
      className="h-2.5 overflow-hidden rounded-full bg-sunken"
    >
      <span
        className="block h-full rounded-full bg-terracotta transition-[width] duration-calm"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
