import { useEffect, useState } from 'react'

type Take = () => void

// In the order in which they were drawn.
const waiting = new Set<Take>()
/** Of those, who has been given the turn and hasn't shown it yet: drawing may take longer than a frame. */
let given: Take | undefined

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
