import { useEffect, useState } from 'react'

const lasts = 3_000

/** The restaurant that was just shown in the list, for three seconds. */
export function useHighlight() {
  const [highlighted, setHighlighted] = useState<number>()
  useEffect(() => {
    if (highlighted === undefined) return undefined
    const timer = setTimeout(() => setHighlighted(undefined), lasts)
    return () => clearTimeout(timer)
  }, [highlighted])
  return { highlighted, highlight: setHighlighted }
}
