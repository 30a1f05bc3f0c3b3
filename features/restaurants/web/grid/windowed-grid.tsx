import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '#kit/web/browser/printing.ts'
import { scrollToCard } from './scroll-to-card.ts'
import { columnsClass, type GridProps } from './whole-grid.tsx'

const estimatedRowHeight = 400

/** Renders only the rows of a long list that are in view. */
export function WindowedGrid({ cards, target, columns }: GridProps & { columns: number }) {
  // The virtualizer is mutated in place, which the compiler's memoization doesn't notice.
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(box.top + window.scrollY)
  }, [])
  const count = Math.ceil(cards.length / columns)
  const isPrinting = usePrinting()
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedRowHeight,
    gap: columns === 3 ? 20 : 16,
    overscan: isPrinting ? count : 3,
    // A height that isn't known yet comes from the observer, after layout. Measuring it here would force a
    // layout in the middle of rendering.
    measureElement: (row, entry, window) =>
      entry
        ? measureElement(row, entry, window)
        : (window.measurementsCache[window.indexFromElement(row)]?.size ?? estimatedRowHeight),
    scrollMargin: top,
    getItemKey: row => cards[row * columns]?.restaurantId ?? row,
  })
  const targetRow = Math.floor(cards.findIndex(({ restaurantId }) => restaurantId === target) / columns)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the window, not a new order
  useEffect(() => {
    if (targetRow < 0) return undefined
    return scrollToCard(target, () => virtualizer.scrollToIndex(targetRow, { align: 'center' }))
  }, [target])

  const rows = virtualizer.getVirtualItems()
  const first = rows.at(0)
  const last = rows.at(-1)
  if (!first || !last) return <ul role="list" ref={list} style={{ height: virtualizer.getTotalSize() }} />
  const start = first.index * columns
  return (
    <ul
      role="list"
      ref={list}
      className={columnsClass}
      style={{ paddingTop: first.start - top, paddingBottom: virtualizer.getTotalSize() + top - last.end }}
    >
      {cards.slice(start, (last.index + 1) * columns).map(({ restaurantId, draw }, offset) => {
        const index = start + offset
        // Cards in a row are equally tall, so only the first is measured.
        const measured = index % columns === 0 && {
          ref: virtualizer.measureElement,
          'data-index': index / columns,
        }
        return (
          <li
            key={restaurantId}
            {...measured}
            aria-setsize={cards.length}
            aria-posinset={index + 1}
            className="min-w-0"
          >
            {draw(true)}
          </li>
        )
      })}
    </ul>
  )
}
