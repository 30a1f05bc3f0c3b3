import { startTransition, useEffect, useState } from 'react'

const perFrame = 8

/** How many of a list's `count` rows to render: a few in each frame, since all at once would block a phone. */
export function useGradually(count: number): number {
  const [rendered, setRendered] = useState(perFrame)
  useEffect(() => {
    if (rendered >= count) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(rendered + perFrame)))
    return () => cancelAnimationFrame(frame)
  }, [rendered, count])
  return Math.min(rendered, count)
}
