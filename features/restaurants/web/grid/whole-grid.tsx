import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { usePrinting } from '#kit/web/browser/printing.ts'
import { loadCode } from '#kit/web/lazy/load-code.ts'
import { useNearViewport } from '#kit/web/rendering/near-viewport.ts'
import type { Restaurant } from '../../contract.ts'
import { farClass } from '../card/card-shape.ts'
import { scrollToCard } from './scroll-to-card.ts'

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
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => scrollToCard(target), [target])
  useScrollAnchor(list)
  useReservedHeight(list, cards.length > initialRows * columns)
  return (
    <ul role="list" ref={list} className={columnsClass}>
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

/** Where the browser has no scroll anchoring of its own (Safari), ours is loaded. */
function useScrollAnchor(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (!element || CSS.supports('overflow-anchor', 'auto')) return undefined
    const anchored = loadCode(() => import('#kit/web/rendering/scroll-anchor.ts')).then(
      ({ anchorScroll }) => anchorScroll(element),
      // Without it, the list jumps when scrolled up.
      () => undefined,
    )
    return () => void anchored.then(stop => stop?.())
  }, [list])
}

/** Cards that aren't near yet reserve as much for their text as the first ones take on average. */
function useReservedHeight(list: RefObject<HTMLUListElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    const element = list.current
    const first = element?.firstElementChild
    if (!element || !first || !isNeeded) return undefined
    let frame = 0
    // Called after layout, so that reading heights doesn't force another one.
    const observer = new ResizeObserver(() => {
      const heights = Array.from(element.querySelectorAll<HTMLElement>('li:has(dl)'), card => {
        // A drawing is an SVG element, which has no offsetHeight.
        const picture = card.querySelector('.card-picture')
        return card.offsetHeight - (picture?.getBoundingClientRect().height ?? 0)
      })
      const average = heights.reduce((sum, height) => sum + height, 0) / heights.length
      cancelAnimationFrame(frame)
      if (!(average > 0)) return
      // Not now: it resizes the list, whose own observers would hear of it too late, which is an error.
      frame = requestAnimationFrame(() =>
        element.style.setProperty('--card-text', `${Math.round(average)}px`),
      )
    })
    observer.observe(first)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [list, isNeeded])
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
