import { useEffect } from 'react'

const open: { title: string }[] = []
let below = ''

/** The window's title while a dialog with an address of its own is open; none until it is known. */
export function useDialogTitle(title: string | undefined, appName: string): void {
  useEffect(() => {
    if (title === undefined) return
    const shown = { title: `${title} · ${appName}` }
    if (open.length === 0) below = document.title
    open.push(shown)
    document.title = shown.title
    return () => {
      open.splice(open.indexOf(shown), 1)
      // Unless a new page has set its own.
      if (document.title === shown.title) document.title = open.at(-1)?.title ?? below
    }
  }, [title, appName])
}
