import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for a moment: for what is too costly to do with each keystroke. */
export function useSettled<T>(value: T, milliseconds = 200): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
