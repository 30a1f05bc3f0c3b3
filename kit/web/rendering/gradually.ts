import { startTransition, useEffect, useState } from 'react'

const first = 4

/** How many of a list's `count` rows to render: twice as many in each frame, since all at once would block a phone. */
export function useGradually(count: number): number {
  const [rendered, setRendered] = useState(first)
  useEffect(() => {
    if (rendered >= count) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(rendered * 2)))
    return () => cancelAnimationFrame(frame)
  }, [rendered, count])
  return Math.min(rendered, count)
}
