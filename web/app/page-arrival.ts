import { useEffect, useRef } from 'react'

/** Sets the window title and, on every new page, focuses the heading, so that screen readers announce it. */
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
    // A page may have set focus itself; on the first page it is the browser's.
    if (isFirstPage || !main || (main !== document.activeElement && main.contains(document.activeElement)))
      return
    const target = main.querySelector<HTMLElement>('h1') ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [path])
}
