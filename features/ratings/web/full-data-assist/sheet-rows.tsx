import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { groupBy } from '#kit/rules/group-by.ts'
import { Count } from '#kit/web/ui/badge.tsx'
import type { Group, Stars } from './sheet.ts'
import { SheetRow } from './sheet-row.tsx'

interface SheetRowsProps {
  groups: readonly Group[]
  saved: Stars
  edits: Stars
  onSet: (restaurantId: number, value: number | undefined) => void
}

const headingHeight = 64
const rowHeight = 68
const rowHeightOnPhones = 108

/** All campuses with their restaurants. Only visible rows are rendered: five stars per row make many elements. */
export function SheetRows({ groups, saved, edits, onSet }: SheetRowsProps) {
  // The virtualizer is mutated in place, which React Compiler's memoization doesn't notice.
  'use no memo'
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const rectangle = box.current?.getBoundingClientRect()
    if (rectangle) setTop(rectangle.top + window.scrollY)
  }, [])
  // For each campus a heading (`position` 0), then its rows.
  const items = groups.flatMap((group, index) =>
    Array.from({ length: group.restaurants.length + 1 }, (_, position) => ({ index, position })),
  )
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: at =>
      items[at]?.position === 0 ? headingHeight : window.innerWidth < 640 ? rowHeightOnPhones : rowHeight,
    overscan: 8,
    scrollMargin: top,
    getItemKey: at => keyOf(groups, items[at]),
  })
  const near = virtualizer.getVirtualItems()
  const start = near.at(0)?.start ?? top
  const end = near.at(-1)?.end ?? top
  const byGroup = groupBy(near, ({ index }) => items[index]?.index ?? 0)
  return (
    <div ref={box} style={{ paddingTop: start - top, paddingBottom: virtualizer.getTotalSize() + top - end }}>
      {[...byGroup].map(([index, visibleRows]) => {
        const group = groups[index]
        if (!group) return null
        const { campus, restaurants } = group
        const rows = visibleRows.filter(row => items[row.index]?.position !== 0)
        const heading = visibleRows.find(row => items[row.index]?.position === 0)
        return (
          <section key={campus.code} aria-label={campus.name}>
            {heading && (
              <h2
                ref={virtualizer.measureElement}
                data-index={heading.index}
                className="flex items-center gap-3 pt-5 pb-2 !text-xl"
              >
                {campus.name}
                <Count
                  value={restaurants.length}
                  unit={restaurants.length === 1 ? 'restaurant' : 'restaurants'}
                />
              </h2>
            )}
            <ul role="list">
              {rows.map(row => {
                const position = items[row.index]?.position ?? 0
                const restaurant = restaurants[position - 1]
                return (
                  restaurant && (
                    <SheetRow
                      key={restaurant.id}
                      ref={virtualizer.measureElement}
                      index={row.index}
                      position={position}
                      siblings={restaurants.length}
                      restaurant={restaurant}
                      present={saved.get(restaurant.id)}
                      set={edits.get(restaurant.id)}
                      onSet={onSet}
                    />
                  )
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function keyOf(groups: readonly Group[], item: { index: number; position: number } | undefined): string {
  const group = groups[item?.index ?? 0]
  return `${group?.campus.code} ${group?.restaurants[(item?.position ?? 0) - 1]?.id}`
}
