import { type RefCallback, startTransition, useState } from 'react'

// As far as a quick swipe goes before the rest is drawn.
const margin = '800px 0px'

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Whether an element is in sight or was, or nearly so; until then what it would show need not be drawn. */
export function useNear(): { ref: RefCallback<Element>; isNear: boolean } {
  const [isNear, setIsNear] = useState(false)
  return { ref: isNear ? forget : element => watch(element, () => setIsNear(true)), isNear }
}

const forget = () => undefined

function watch(element: Element | null, onNear: () => void): (() => void) | undefined {
  if (!element) return undefined
  observer ??= new IntersectionObserver(arrived, { rootMargin: margin })
  waiting.set(element, onNear)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function arrived(entries: IntersectionObserverEntry[]): void {
  const near = entries.filter(({ isIntersecting }) => isIntersecting)
  for (const { target } of near) observer?.unobserve(target)
  // In pieces, between what somebody does meanwhile.
  startTransition(() => {
    for (const { target } of near) waiting.get(target)?.()
  })
}
