import { clsx } from 'clsx'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { farClass } from '#web/features/restaurants/card-shape.ts'
import { useNearViewport } from '#web/lib/near-viewport.ts'
import { usePrinting } from '#web/lib/printing.ts'

export interface GridCard {
  restaurantId: number
  /** null if it was deleted. */
  restaurant: Restaurant | null
  /**
   * Must render a `memo` component, because any change re-renders the whole list. `isNear`: in or near the
   * viewport.
   */
  draw: (isNear: boolean) => ReactNode
}

export interface GridProps {
  cards: readonly GridCard[]
  /** The restaurant whose card is scrolled into view whenever it changes. */
  target?: number
}

export const columnsClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5'

const initialRows = 3

/** Renders a whole list. A card that isn't near yet may show only its name, so that Ctrl+F finds it. */
export function WholeGrid({ cards, target, columns }: GridProps & { columns: number }) {
  const isPrinting = usePrinting()
  useEffect(() => scrollToCard(target), [target])
  return (
    <ul className={columnsClass}>
      {cards.map(({ restaurantId, draw }, index) => (
        <Item
          key={restaurantId}
          isWanted={index < initialRows * columns || restaurantId === target || isPrinting}
        >
          {draw}
        </Item>
      ))}
    </ul>
  )
}

function Item({ isWanted, children }: { isWanted: boolean; children: (isNear: boolean) => ReactNode }) {
  const { ref, isNear } = useNearViewport()
  const focused = useRef<HTMLElement>(null)
  const isShown = isWanted || isNear
  // The card replaces its outline, whose link may have the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one takes the other's place
  useLayoutEffect(() => {
    focused.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isShown])
  return (
    <li
      ref={ref}
      onFocus={event => {
        focused.current = event.currentTarget
      }}
      onBlur={() => {
        focused.current = null
      }}
      className={clsx('min-w-0', !isShown && farClass)}
    >
      {children(isShown)}
    </li>
  )
}

/** Waits until dialogs have closed, since they return focus to their opener; calls `approach`, then scrolls to the card. */
export function scrollToCard(target: number | undefined, scrollNear?: () => void): (() => void) | undefined {
  if (target === undefined) return undefined
  let hasScrolledNear = false
  const look = () => {
    const card = document.getElementById(`restaurant-${target}`)
    if (document.querySelector('[role="dialog"]')) return
    if (!hasScrolledNear) {
      hasScrolledNear = true
      scrollNear?.()
    } else if (card) {
      clearInterval(timer)
      card.scrollIntoView({ block: 'center', behavior: 'smooth' })
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    }
  }
  const timer = setInterval(look, 50)
  return () => clearInterval(timer)
}
