/** Work of unknown length; says what is being done. */
export function Progress({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-semibold">
        {label}
      </p>
      <div role="progressbar" aria-label={label} className="h-2 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full w-1/3 animate-pass rounded-full bg-terracotta" />
      </div>
    </div>
  )
}

/** Work of known length. The caller adds the figures. */
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
