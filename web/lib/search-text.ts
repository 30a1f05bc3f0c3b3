import { useEffect, useRef, useState } from 'react'
import { useWriteBeforeNavigating } from './router/pending-writes.ts'
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

  const writePending = () => {
    clearTimeout(timer.current)
    const typed = pending.current
    // Writing would cancel the navigation to a page that is still loading.
    if (typed === undefined || isLeaving()) return
    pending.current = undefined
    setWritten(typed)
    write(typed)
  }
  useWriteBeforeNavigating(writePending)
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(writePending, writeDelayMs)
  }
  return { text, change }
}
