import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWriteBeforeNavigating } from './pending-writes.ts'
import { isLeaving } from './router.ts'

/** In milliseconds: browsers limit how often the address may change. */
const writeDelayMs = 250

/** The typed text. The address follows when typing pauses; if it changes otherwise (Back, a link), the text follows. */
export function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<string>(undefined)

  if (seen !== inAddress) {
    setSeen(inAddress)
    setText(inAddress)
  }
  const writePending = () => {
    clearTimeout(timer.current)
    const typed = pending.current
    // Writing would cancel the navigation to a page that is still loading.
    if (typed === undefined || isLeaving()) return
    pending.current = undefined
    write(typed)
  }
  useWriteBeforeNavigating(writePending)
  const onPointer = useEffectEvent((event: PointerEvent) => {
    // Where a press opens a menu of the browser, no release follows.
    if (event.button > 0 || event.ctrlKey) return
    clearTimeout(timer.current)
    // What is being pressed must not move away before its click.
    if (event.type !== 'pointerdown' && pending.current !== undefined) writeLater()
  })
  // A link may leave the application.
  const onClick = useEffectEvent(writePending)
  useEffect(() => {
    const pointer = (event: PointerEvent) => onPointer(event)
    // After its own handlers: the row that is pressed may not be among those that are found now.
    const click = () => onClick()
    const pointerEvents = ['pointerdown', 'pointerup', 'pointercancel'] as const
    for (const event of pointerEvents) document.addEventListener(event, pointer, { capture: true })
    document.addEventListener('click', click)
    return () => {
      for (const event of pointerEvents) document.removeEventListener(event, pointer, { capture: true })
      document.removeEventListener('click', click)
      clearTimeout(timer.current)
    }
  }, [])
  const writeLater = () => {
    timer.current = setTimeout(writePending, writeDelayMs)
  }
  const change = (next: string) => {
    setText(next)
    pending.current = next
    clearTimeout(timer.current)
    writeLater()
  }
  return { text, change }
}
