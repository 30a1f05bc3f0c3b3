import { clsx } from 'clsx'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { ForYouPlace } from '../contract.ts'

/** 'For you ★ 4.6 · Liked by 5 people who rate as you do' */
export function ForYouLine({ place, className }: { place: ForYouPlace; className?: string }) {
  const { expected, reason } = place
  const stars = expected.toFixed(1)
  return (
    <p className={clsx('icon-before sparkles in-text text-olive-ink text-sm', className)}>
      For you{' '}
      <span
        role="img"
        aria-label={`${stars} stars`}
        className="star-before inline-flex items-center gap-1 align-bottom font-semibold tabular-nums"
      >
        {stars}
      </span>
      {reason.kind !== 'average' && ' · '}
      {reason.kind === 'people' && `Liked by ${reason.count} people who rate as you do`}
      {reason.kind === 'place' && sentence`People who liked ${reason.name}, as you did, liked it`}
    </p>
  )
}
