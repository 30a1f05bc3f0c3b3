import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Lunch } from '#contract/lunches.ts'
import { useSignedIn } from '#web/api/viewer.ts'

/** In milliseconds: who has moved the row within this time is looking at something in it. */
const busyMs = 4_000

/**
 * Scrolls the row to a lunch that appears before the visible ones, where nobody would see it, and to one that the
 * viewer has started.
 */
export function useNewLunchInSight(row: RefObject<HTMLElement | null>, lunches: readonly Lunch[]): void {
  const viewer = useSignedIn()
  const ids = lunches.map(({ id }) => id)
  const known = useRef<readonly number[]>(ids)
  const left = useRef(0)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const onScroll = () => {
      left.current = element.scrollLeft
    }
    const onTouch = () => {
      touchedAt.current = performance.now()
    }
    const events = ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown']
    element.addEventListener('scroll', onScroll, { passive: true })
    for (const event of events) element.addEventListener(event, onTouch, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      for (const event of events) element.removeEventListener(event, onTouch)
    }
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are other lunches than before
  useLayoutEffect(() => {
    const element = row.current
    const added = lunches.filter(({ id }) => !known.current.includes(id))
    known.current = ids
    if (!element || added.length === 0) return
    const padding = Number.parseFloat(getComputedStyle(element).paddingLeft)
    const leftOf = ({ id }: Lunch) =>
      (element.querySelector<HTMLElement>(`[data-lunch="${id}"]`)?.offsetLeft ?? 0) - padding
    const scrollTo = (position: number) => element.scrollTo({ left: position, behavior: 'instant' })
    const own = added.find(({ host }) => host?.id === viewer.id)
    const first = Math.min(...added.map(leftOf))
    const isBusy = performance.now() - touchedAt.current < busyMs
    if (own) scrollTo(leftOf(own))
    // Without this, the browser snaps to the card that was first before.
    else if (!isBusy) scrollTo(Math.min(first, left.current))
  }, [ids.join()])
}
