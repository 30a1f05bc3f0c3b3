import { useEffect, useState } from 'react'

// In the order in which they were drawn.
const waiting = new Set<() => void>()
let frame: number | undefined

/**
 * Whether it is a component's turn to show what costs the browser much. Of those that wait, one has it in a frame, and the next one
 * once that is shown, so that together they never hold up what somebody does.
 */
export function useTurn(): boolean {
  const [hasTurn, setHasTurn] = useState(false)
  useEffect(() => {
    if (hasTurn) return
    const take = () => setHasTurn(true)
    waiting.add(take)
    giveTurn()
    return () => {
      waiting.delete(take)
      giveTurn()
    }
  }, [hasTurn])
  return hasTurn
}

function giveTurn(): void {
  if (frame !== undefined || waiting.size === 0) return
  frame = requestAnimationFrame(() => {
    frame = undefined
    const [take] = waiting
    if (!take) return
    waiting.delete(take)
    take()
  })
}
