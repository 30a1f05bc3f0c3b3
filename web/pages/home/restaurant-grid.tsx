import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { useMedia } from '#web/lib/media.ts'

interface RestaurantGridProps {
  restaurants: readonly Restaurant[]
  /** Brought into sight whenever it changes. */
  target: number | undefined
  children: (restaurant: Restaurant, index: number) => ReactNode
}

/** Up to here all cards are in the page, for the browser's own search; beyond, only those around the window. */
const mostCardsAtOnce = 120

export function RestaurantGrid(props: RestaurantGridProps) {
  const large = useMedia('(min-width: 1024px)')
  const small = useMedia('(min-width: 640px)')
  const columns = large ? 3 : small ? 2 : 1
  return props.restaurants.length <= mostCardsAtOnce ? (
    <WholeGrid {...props} />
  ) : (
    <WindowedGrid key={columns} columns={columns} {...props} />
  )
}

const columnsClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5'

function WholeGrid({ restaurants, target, children }: RestaurantGridProps) {
  useEffect(() => bringIntoSight(target), [target])
  return (
    <ul className={columnsClass}>
      {restaurants.map((restaurant, index) => (
        <li key={restaurant.id} className="min-w-0">
          {children(restaurant, index)}
        </li>
      ))}
    </ul>
  )
}

const estimatedRowHeight = 440

function WindowedGrid({ restaurants, target, children, columns }: RestaurantGridProps & { columns: number }) {
  // The virtualizer is one object that changes inside, which the compiler's memoization doesn't see.
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(box.top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(restaurants.length / columns),
    estimateSize: () => estimatedRowHeight,
    gap: columns === 3 ? 20 : 16,
    overscan: 4,
    scrollMargin: top,
    getItemKey: row => restaurants[row * columns]?.id ?? row,
  })
  const targetRow = Math.floor(restaurants.findIndex(({ id }) => id === target) / columns)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the window, not a new order
  useEffect(() => {
    if (targetRow < 0) return undefined
    return bringIntoSight(target, () => virtualizer.scrollToIndex(targetRow, { align: 'center' }))
  }, [target])

  const rows = virtualizer.getVirtualItems()
  const first = rows.at(0)
  const last = rows.at(-1)
  if (!first || !last) return <ul ref={list} style={{ height: virtualizer.getTotalSize() }} />
  const start = first.index * columns
  return (
    <ul
      ref={list}
      className={columnsClass}
      style={{ paddingTop: first.start - top, paddingBottom: virtualizer.getTotalSize() + top - last.end }}
    >
      {restaurants.slice(start, (last.index + 1) * columns).map((restaurant, offset) => {
        const index = start + offset
        // Cards of a row are equally tall, so the first one tells the height of all.
        const measured = index % columns === 0 && {
          ref: virtualizer.measureElement,
          'data-index': index / columns,
        }
        return (
          <li
            key={restaurant.id}
            {...measured}
            aria-setsize={restaurants.length}
            aria-posinset={index + 1}
            className="min-w-0"
          >
            {children(restaurant, index)}
          </li>
        )
      })}
    </ul>
  )
}

/** Once dialogs are gone, since they give the focus back to where they were opened: `approach`, then on to the card. */
function bringIntoSight(target: number | undefined, approach?: () => void): (() => void) | undefined {
  if (target === undefined) return undefined
  let approached = false
  const look = () => {
    const card = document.getElementById(`restaurant-${target}`)
    if (document.querySelector('[role="dialog"]')) return
    if (!approached) {
      approached = true
      approach?.()
    } else if (card) {
      clearInterval(timer)
      card.scrollIntoView({ block: 'center', behavior: 'smooth' })
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    }
  }
  const timer = setInterval(look, 50)
  return () => clearInterval(timer)
}
