import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'terracotta' | 'olive' | 'saffron' | 'brick' | 'sky'

interface BadgeProps {
  tone?: BadgeTone
  icon?: ReactNode
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={badgeClass(
        tone,
        clsx('inline-flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0', className),
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** Styles another element as a badge. */
export function badgeClass(tone: BadgeTone, className?: string): string {
  return clsx(
    'max-w-full rounded-full px-2.5 py-0.5 font-semibold text-[0.8125rem] leading-snug',
    tones[tone],
    className,
  )
}

/** A small number beside a name; screen readers hear `unit` after it. */
export function Count({ value, unit }: { value: number; unit?: string }) {
  return (
    <span className="inline-grid min-w-6 place-items-center rounded-full bg-sunken px-1.5 font-sans font-semibold text-ink text-sm leading-[1.5rem] tabular-nums tracking-normal">
      <span>
        {value.toLocaleString('en-US')}
        {unit && <span className="sr-only"> {unit}</span>}
      </span>
    </span>
  )
}

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink',
  terracotta: 'bg-terracotta-tint text-terracotta-ink',
  olive: 'bg-olive-tint text-olive-ink',
  saffron: 'bg-saffron-tint text-saffron-ink',
  brick: 'bg-brick-tint text-brick-ink',
  sky: 'bg-sky-tint text-sky-ink',
}
