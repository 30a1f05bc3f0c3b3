import { useEffect, useRef, useState } from 'react'
import { isLeaving } from './router/router.ts'

/** In milliseconds: browsers limit how often the address may change. */
const writeDelayMs = 250

/** The typed text. The address follows when typing pauses; if it changes otherwise (Back, a link), the text follows. */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<string>(undefined)

  if (seen !== inAddress) {
    setSeen(inAddress)
    if (inAddress !== written) {
      setText(inAddress)
      setWritten(undefined)
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Call it before changing the address for another reason, to include text that isn't written to it yet. */
  const takePending = (): string | undefined => {
    clearTimeout(timer.current)
    const typed = pending.current
    pending.current = undefined
    if (typed !== undefined) setWritten(typed)
    return typed
  }
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Writing would cancel the navigation to a page that is still loading.
      if (!isLeaving()) write(takePending() ?? next)
    }, writeDelayMs)
  }
  return { text, change, takePending }
}
