import { type RefObject, useEffect } from 'react'

/** The key `/` focuses the page's search box, unless the user is typing elsewhere or in a dialog. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const goToSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere()) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', goToSearch)
    return () => document.removeEventListener('keydown', goToSearch)
  }, [input])
}

function isBusyElsewhere(): boolean {
  return (
    document.activeElement?.closest(
      'input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable], [role$="dialog"]',
    ) != null
  )
}
