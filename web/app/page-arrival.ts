import { useEffect, useRef } from 'react'

/** Names the window, and on every new page moves the focus to its heading, so that a screen reader says where one is. */
export function usePageArrival(path: string, title: string): void {
  const arrivedAt = useRef<string>(undefined)

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    const isFirstPage = arrivedAt.current === undefined
    if (arrivedAt.current === path) return
    arrivedAt.current = path
    const main = document.getElementById('main')
    // A page may have put the focus where it belongs itself; the first page leaves it to the browser.
    if (isFirstPage || !main || (main !== document.activeElement && main.contains(document.activeElement)))
      return
    const target = main.querySelector<HTMLElement>('h1') ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [path])
}
