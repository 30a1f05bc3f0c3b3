import { useEffect, useRef, useState } from 'react'
import { isLeaving } from './router/router.ts'

/** Browsers limit how often the address may change. */
const settleAfter = 250

/** The typed text; the address follows when typing pauses, and wins when it changes otherwise (Back, a link). */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unwritten = useRef<string>(undefined)

  if (seen !== inAddress) {
    setSeen(inAddress)
    if (inAddress !== written) {
      setText(inAddress)
      setWritten(undefined)
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Call before the address changes for another reason, to take along text not yet written to it. */
  const takeUnwritten = (): string | undefined => {
    clearTimeout(timer.current)
    const typed = unwritten.current
    unwritten.current = undefined
    if (typed !== undefined) setWritten(typed)
    return typed
  }
  const change = (next: string) => {
    setText(next)
    unwritten.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // It would call off the page that somebody goes to.
      if (!isLeaving()) write(takeUnwritten() ?? next)
    }, settleAfter)
  }
  return { text, change, takeUnwritten }
}
