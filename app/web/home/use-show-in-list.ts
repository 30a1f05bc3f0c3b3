import { useEffect, useEffectEvent, useState } from 'react'

const highlightDurationMs = 3_000

/**
 * 'Show in list': highlights a restaurant for three seconds. `reveal` changes the URL so that the list contains it. It
 * is called only after the dialog has closed: closing goes back in history, which would undo earlier changes.
 */
export function useShowInList(isDialogOpen: boolean, reveal: (id: number) => void) {
  const [requested, setWanted] = useState<number>()
  const [highlighted, setHighlighted] = useState<number>()
  const onClosed = useEffectEvent((id: number) => {
    setWanted(undefined)
    reveal(id)
    setHighlighted(id)
  })
  useEffect(() => {
    if (requested !== undefined && !isDialogOpen) onClosed(requested)
  }, [requested, isDialogOpen])
  useEffect(() => {
    if (highlighted === undefined) return undefined
    const timer = setTimeout(() => setHighlighted(undefined), highlightDurationMs)
    return () => clearTimeout(timer)
  }, [highlighted])
  return { highlighted, showInList: setWanted }
}
