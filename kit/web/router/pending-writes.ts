import { useEffect, useEffectEvent } from 'react'

const writers = new Set<() => void>()

/**
 * For input that the address, or the server, gets only after a pause in typing: `write` is also called before anything
 * opens, so that Back returns to what was typed.
 */
export function useWriteBeforeNavigating(write: () => void): void {
  const onNavigate = useEffectEvent(write)
  useEffect(() => {
    const writer = () => onNavigate()
    writers.add(writer)
    return () => {
      writers.delete(writer)
    }
  }, [])
}

/** Called before the address changes. */
export function writePending(): void {
  for (const write of writers) write()
}
