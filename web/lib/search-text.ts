import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const onLeave = useEffectEvent(writePending)
  // What is pressed next may also use the list without opening anything, such as an export, or leave the application.
  useEffect(() => {
    const leave = () => onLeave()
    const events = ['click', 'focusout']
    for (const event of events) document.addEventListener(event, leave, { capture: true })
    return () => {
      for (const event of events) document.removeEventListener(event, leave, { capture: true })
      clearTimeout(timer.current)
    }
  }, [])
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(writePending, writeDelayMs)
  }
  return { text, change }
}
