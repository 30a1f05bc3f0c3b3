import { useEffect, useRef, useState } from 'react'

/** Browsers refuse many changes of the address in short order. */
const settleAfter = 250

/** What is typed, at once; the address follows when the typing pauses, and leads when it changes otherwise (Back, a link). */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (seen !== inAddress) {
    setSeen(inAddress)
    if (inAddress !== written) setText(inAddress)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    text,
    change: (next: string) => {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        setWritten(next)
        write(next)
      }, settleAfter)
    },
    /** Before the address changes for another reason: what is typed goes along with it. */
    settle: () => {
      clearTimeout(timer.current)
      setWritten(text)
      return text
    },
  }
}
