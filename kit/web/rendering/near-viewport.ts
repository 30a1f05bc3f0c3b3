import { type RefCallback, startTransition, useState } from 'react'

// How far a quick swipe scrolls before the rest is rendered.
const margin = '800px 0px'

const callbacks = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Whether an element has been in or near the viewport. Until then, its content need not be rendered. */
export function useNearViewport(): { ref: RefCallback<Element>; isNear: boolean } {
  const [isNear, setIsNear] = useState(false)
  return { ref: isNear ? unobserved : element => watch(element, () => setIsNear(true)), isNear }
}

const unobserved = () => undefined

function watch(element: Element | null, onNear: () => void): (() => void) | undefined {
  if (!element) return undefined
  observer ??= new IntersectionObserver(onIntersect, { rootMargin: margin })
  callbacks.set(element, onNear)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function onIntersect(entries: IntersectionObserverEntry[]): void {
  const near = entries.filter(({ isIntersecting }) => isIntersecting)
  for (const { target } of near) observer?.unobserve(target)
  // A transition renders in chunks and gives way to user input.
  startTransition(() => {
    for (const { target } of near) callbacks.get(target)?.()
  })
}
