import { useEffect, useLayoutEffect } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'

let arrivedAt: string | undefined

/** Sets the window title and, on every new page, focuses the heading. */
export function usePageArrival(path: string, title: string): void {
  // Before the effects of a page, which may say more (admin-page.tsx).
  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    // On the first page the focus is the browser's.
    if (arrivedAt && arrivedAt !== path) focusHeading()
    arrivedAt = path
  }, [path])
}
