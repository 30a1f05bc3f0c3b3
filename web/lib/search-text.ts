import { useEffect, useRef, useState } from 'react'

/** Browsers refuse many changes of the address in short order. */
const settleAfter = 250

/** What is typed, at once; the address follows when the typing pauses, and leads when it changes otherwise (Back, a link). */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unwritten = useRef<string>(undefined)

  if (seen !== inAddress) {
    setSeen(inAddress)
    if (inAddress !== written) setText(inAddress)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Before the address changes for another reason: what is typed and not written yet goes along with it. */
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
    timer.current = setTimeout(() => write(takeUnwritten() ?? next), settleAfter)
  }
  return { text, change, takeUnwritten }
}
