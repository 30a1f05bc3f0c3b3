import type { MouseEvent } from 'react'

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>

/** Whether a click on a link should open it in this page. Any other click opens a tab or a window, or saves the link. */
export function isPlainClick(event: Omit<Click, 'preventDefault'>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** A click handler for links: plain clicks call `open`, the browser handles all others. */
export const onPlainClick = (open: () => void) => (event: Click) => {
  if (!isPlainClick(event)) return
  event.preventDefault()
  open()
}
