import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is above what is visible below the header. */
export function useScrolledPast(element: RefObject<Element | null>): boolean {
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
