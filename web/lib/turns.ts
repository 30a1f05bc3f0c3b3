import { useEffect, useState } from 'react'

type Take = () => void

// In the order in which they were rendered.
const waiting = new Set<Take>()
/** The one that has the turn but hasn't rendered yet, which may take longer than a frame. */
let given: Take | undefined

/**
 * Whether it is a component's turn to render something expensive. Waiting components get their turns one per frame,
 * each after the previous one has rendered, so that together they never block user input.
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
      if (given === take) given = undefined
      giveTurn()
    }
  }, [hasTurn])
  return hasTurn
}

function giveTurn(): void {
  if (given) return
  const [first] = waiting
  given = first
  if (first) requestAnimationFrame(first)
}
