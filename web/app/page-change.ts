import { useEffect, useLayoutEffect } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'

let lastPath: string | undefined

/** Sets the window title and, on every new page, focuses the heading. */
export function usePageChange(path: string, title: string): void {
  // A layout effect runs before the effects of the page, which may set a longer title (admin-page.tsx).
  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    // On the first page, the browser sets the focus.
    if (lastPath && lastPath !== path) focusHeading()
    lastPath = path
  }, [path])
}
