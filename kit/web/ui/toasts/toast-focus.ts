import { useEffect, useRef } from 'react'

const isInToasts = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.toasts') !== null

/** Lets keyboard focus move into a toast, even from an open dialog. Returns a function that moves it back. */
export function useFocusReturn(): () => void {
  const before = useRef<EventTarget>(null)
  useEffect(() => {
    const page = document.documentElement
    const onFocus = (event: FocusEvent) => {
      const [from, to] =
        event.type === 'focusin' ? [event.relatedTarget, event.target] : [event.target, event.relatedTarget]
      if (!isInToasts(to)) return
      if (!isInToasts(from)) before.current = from
      // An open dialog listens on the document and would take the focus back.
      event.stopPropagation()
    }
    page.addEventListener('focusin', onFocus)
    page.addEventListener('focusout', onFocus)
    return () => {
      page.removeEventListener('focusin', onFocus)
      page.removeEventListener('focusout', onFocus)
    }
  }, [])
  return () => {
    if (isInToasts(document.activeElement) && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true })
  }
}
