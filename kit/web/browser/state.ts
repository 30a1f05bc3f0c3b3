import { useEffect, useState } from 'react'

/** The latest value that wasn't undefined, for what must outlast it: a row that others delete, or what was typed about it. */
export function useSticky<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Whether the condition holds, or has ever held while the component was shown. */
export function useEver(condition: boolean): boolean {
  const [ever, setEver] = useState(condition)
  if (condition && !ever) setEver(true)
  return condition || ever
}

/** The value once it hasn't changed for a moment: for work too costly to do on each keystroke. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 200)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
