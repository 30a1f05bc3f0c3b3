import { type RefObject, useEffect, useState } from 'react'
import { useServerNow } from '#kit/web/browser/now.ts'
import type { Lunch } from '../../contract.ts'
import { DepartureLink, soonestOf } from '../departure-bar.tsx'
import { useIsDrawing } from './draw.tsx'

interface DockedDepartureProps {
  /** The strip with the viewer's own lunches. */
  row: RefObject<HTMLElement | null>
  lunches: readonly Lunch[]
}

/** The bar of a lunch that leaves soon, under the header of Home while the lunch's own card is scrolled away. */
export function DockedDeparture({ row, lunches }: DockedDepartureProps) {
  const soon = soonestOf(lunches, useServerNow())
  const isPast = useScrolledPast(row)
  return soon && <Docked lunch={soon} isShown={isPast} />
}

function Docked({ lunch, isShown }: { lunch: Lunch; isShown: boolean }) {
  const isDrawing = useIsDrawing(lunch)
  if (!isShown) return null
  return (
    <aside aria-label="Your lunch" className="departure-bar docked">
      <DepartureLink
        lunch={lunch}
        path="/"
        className="w-full justify-center border-b"
        {...(isDrawing && { place: 'Drawing the place…' })}
      />
    </aside>
  )
}

/** Whether an element is above what is visible below the header. */
function useScrolledPast(element: RefObject<Element | null>): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const header = document.querySelector('header')?.offsetHeight ?? 0
    const observer = new IntersectionObserver(
      entries => {
        const last = entries.at(-1)
        setIsPast(last !== undefined && !last.isIntersecting && last.boundingClientRect.bottom <= header)
      },
      { rootMargin: `-${header}px 0px 0px` },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
