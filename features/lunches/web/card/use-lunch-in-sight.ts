import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Lunch } from '../../contract.ts'
import { isIn } from '../lunch-texts.ts'

/** In milliseconds: who has moved the row within this time is looking at something in it. */
const busyMs = 4_000

/**
 * Scrolls the row to a lunch that appears before the visible ones, where no one would see it, and to one that the
 * viewer has started, joined or left, which takes another position. While the viewer moves the row, it stays; the new
 * lunch comes into sight afterwards.
 */
export function useLunchInSight(row: RefObject<HTMLElement | null>, lunches: readonly Lunch[]): void {
  const viewer = useSignedIn()
  const ids = lunches.map(({ id }) => id)
  const own = lunches.filter(lunch => isIn(lunch, viewer.id)).map(({ id }) => id)
  const known = useRef<readonly number[]>(ids)
  const knownOwn = useRef<readonly number[]>(own)
  const left = useRef(0)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const unseen = useRef<readonly number[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const joined = useRef({ id: 0, at: Number.NEGATIVE_INFINITY })
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
      clearTimeout(timer.current)
      element.removeEventListener('scroll', onScroll)
      for (const event of events) element.removeEventListener(event, onTouch)
    }
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are other lunches than before, or others are the viewer's
  useLayoutEffect(() => {
    const element = row.current
    const added = lunches.filter(({ id }) => !known.current.includes(id))
    known.current = ids
    const entered = own.find(id => !knownOwn.current.includes(id))
    if (entered !== undefined) joined.current = { id: entered, at: performance.now() }
    const isMoving = own.includes(joined.current.id) && performance.now() < joined.current.at + busyMs
    const exited = ids.find(id => knownOwn.current.includes(id) && !own.includes(id))
    // Who moves to another lunch has left the one before a moment later.
    const moved = entered ?? (exited !== undefined && isMoving ? joined.current.id : exited)
    knownOwn.current = own
    if (!element || (added.length === 0 && moved === undefined)) return
    const padding = Number.parseFloat(getComputedStyle(element).paddingLeft)
    // One that is gone again needs no room.
    const leftOf = (id: number) =>
      (element.querySelector<HTMLElement>(`[data-lunch="${id}"]`)?.offsetLeft ?? Number.POSITIVE_INFINITY) -
      padding
    unseen.current = [...unseen.current, ...added.map(({ id }) => id)].filter(id => id !== moved)
    const show = (behavior: ScrollBehavior) => {
      clearTimeout(timer.current)
      const wait = touchedAt.current + busyMs - performance.now()
      if (wait > 0) {
        timer.current = setTimeout(() => show('smooth'), wait)
        return
      }
      element.scrollTo({ left: Math.min(...unseen.current.map(leftOf), left.current), behavior })
      unseen.current = []
    }
    if (moved !== undefined) element.scrollTo({ left: leftOf(moved), behavior: 'instant' })
    // Without this, the browser snaps to the card that was first before.
    else show('instant')
  }, [ids.join(), own.join()])
}
