import { clsx } from 'clsx'
import { Sparkles, Star } from 'lucide-react'
import type { ForYouPlace } from '#contract/taste.ts'

/** 'For you ★ 4.6 · Liked by 5 people who rate as you do' */
export function ForYouLine({ place, className }: { place: ForYouPlace; className?: string }) {
  const { expected, reason } = place
  return (
    <p className={clsx('text-olive-ink text-sm', className)}>
      <span className="inline-flex items-center gap-1 whitespace-nowrap font-semibold">
        <Sparkles aria-hidden="true" className="size-4 shrink-0" />
        For you
        <Star aria-hidden="true" className="size-4 shrink-0 fill-saffron-bright text-saffron" />
        <span className="tabular-nums">{expected.toFixed(1)}</span>
        <span className="sr-only">stars</span>
      </span>
      {reason.kind !== 'average' && ' · '}
      {reason.kind === 'people' && `Liked by ${reason.count} people who rate as you do`}
      {reason.kind === 'place' && `People who liked ${reason.name}, as you did, liked it`}
    </p>
  )
}
