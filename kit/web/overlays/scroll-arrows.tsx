import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from '#kit/web/browser/media.ts'
import { IconButton } from '#kit/web/ui/button.tsx'

interface ScrollArrowsProps {
  /** The row that scrolls sideways. */
  row: RefObject<HTMLElement | null>
  /** What the row consists of: 'campuses'. */
  of: string
  /** How many there are. */
  count: number
}

/** For a mouse, while a row has more than fits. Touch screens swipe, and by keyboard the row follows the focus. */
export function ScrollArrows(props: ScrollArrowsProps) {
  return useMedia('(min-width: 48rem) and (pointer: fine)') ? <Arrows {...props} /> : null
}

function Arrows({ row, of, count }: ScrollArrowsProps) {
  const { before, after } = useHiddenParts(row, count)
  // A second click while the row still moves goes on from where the first one leads, not from where the row is.
  const latest = useRef({ left: 0, until: 0 })
  const scroll = (direction: 1 | -1, now: number) => {
    const element = row.current
    if (!element) return
    const from = now < latest.current.until ? latest.current.left : element.scrollLeft
    const end = element.scrollWidth - element.clientWidth
    const left = Math.min(end, Math.max(0, from + direction * element.clientWidth * 0.8))
    latest.current = { left, until: now + 1_000 }
    element.scrollTo({ left, behavior: 'smooth' })
  }
  if (!before && !after) return null
  const arrow = (label: string, direction: 1 | -1, isUseful: boolean) => (
    <IconButton
      label={label}
      // Not `disabled`, which would take the focus away at the end of the row.
      aria-disabled={!isUseful}
      className="aria-disabled:cursor-default aria-disabled:opacity-40"
      onClick={event => scroll(direction, event.timeStamp)}
    >
      {direction < 0 ? <ChevronLeft /> : <ChevronRight />}
    </IconButton>
  )
  return (
    <span className="flex shrink-0 print:hidden">
      {arrow(`Previous ${of}`, -1, before)}
      {arrow(`More ${of}`, 1, after)}
    </span>
  )
}

/** Whether a part of the row is hidden at its start and at its end. */
function useHiddenParts(row: RefObject<HTMLElement | null>, count: number) {
  const [hidden, setHidden] = useState({ before: false, after: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more or fewer of them the row is measured again
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const before = scrollLeft > 1
      const after = scrollLeft + clientWidth < scrollWidth - 1
      setHidden(known => (known.before === before && known.after === after ? known : { before, after }))
    }
    // Reports the first size, too.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row, count])
  return hidden
}
