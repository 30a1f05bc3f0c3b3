import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useMedia } from '#kit/web/browser/media.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import type { Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { drawDurationMs, isNews } from '../lunch-texts.ts'

/** How often the mark stands on a place, and for how long. In what is left of the draw, the winner takes its place. */
const hops = 9
const hopMs = 75

/**
 * Whether the lots of a tie are being drawn: for under a second if the vote ended while this was on screen, and not with
 * reduced motion. Nothing may tell the winner then. Call it in a component that stays mounted from vote to outcome.
 */
export function useIsDrawing(lunch: Lunch): boolean {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [seen, setSeen] = useState(lunch.state)
  const isDrawing =
    seen === 'voting' && !isStill && lunch.decision?.how === 'draw' && isNews(lunch, serverNow())
  useEffect(() => {
    const timer = setTimeout(() => setSeen(lunch.state), isDrawing ? drawDurationMs : 0)
    return () => clearTimeout(timer)
  }, [isDrawing, lunch.state])
  return isDrawing
}

interface DrawProps {
  tied: readonly LunchOption[]
  winnerId: number
  picture: (option: LunchOption) => ReactNode
  /** The size of the picture that the winner's becomes. */
  sizeClass: string
}

/** The tied places side by side: a mark hops from one to the next, the same on every screen, and the winner grows into its place. */
export function Draw({ tied, winnerId, picture, sizeClass }: DrawProps) {
  const [hop, setHop] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setHop(last => Math.min(last + 1, hops)), hopMs)
    return () => clearInterval(timer)
  }, [])
  const winner = tied.findIndex(({ restaurantId }) => restaurantId === winnerId)
  const hasLanded = hop === hops
  const left = hops - 1 - hop
  const marked = (winner + left * (tied.length - 1)) % tied.length
  return (
    <div aria-hidden="true" data-draw className="absolute inset-0 flex items-center gap-1.5">
      {tied.map((option, index) => (
        <div
          key={option.restaurantId}
          style={
            hasLanded && index === winner
              ? { transform: `translateX(calc(${-index} * (100% + 1.5 * var(--spacing))))` }
              : undefined
          }
          className={clsx(
            'min-w-0 overflow-hidden rounded-sm transition-[transform,opacity] duration-200',
            sizeClass,
            index === marked && !hasLanded && 'outline-3 outline-terracotta outline-offset-1',
            hasLanded ? index !== winner && 'opacity-0' : index !== marked && 'scale-90 opacity-60',
          )}
        >
          {picture(option)}
        </div>
      ))}
    </div>
  )
}
