import { useEffect, useState } from 'react'

type TakeTurn = () => void

// In the order in which they were rendered.
const waiting = new Set<TakeTurn>()
/** The one that has the turn but hasn't rendered yet, which may take longer than a frame. */
let granted: TakeTurn | undefined

/**
 * Whether it is a component's turn to render something expensive. Waiting components get their turns one per frame,
 * each after the previous one has rendered, so that together they never block user input.
 */
export function useRenderTurn(): boolean {
  const [hasTurn, setHasTurn] = useState(false)
  useEffect(() => {
    if (hasTurn) return
    const take = () => setHasTurn(true)
    waiting.add(take)
    grantNextTurn()
    return () => {
      waiting.delete(take)
      if (granted === take) granted = undefined
      grantNextTurn()
    }
  }, [hasTurn])
  return hasTurn
}

function grantNextTurn(): void {
  if (granted) return
  const [first] = waiting
  granted = first
  if (first) requestAnimationFrame(first)
}
