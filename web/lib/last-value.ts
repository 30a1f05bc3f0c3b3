import { useState } from 'react'

/** The latest value that wasn't undefined, so that a dialog keeps its content while it fades away. */
export function useLastValue<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
