import type { ComponentProps } from 'react'

/**
 * A polite announcement: keep it mounted and change its text. With `aria-live`, it also works while a dialog
 * is open above it.
 */
export function LiveText(props: ComponentProps<'p'>) {
  return <p role="status" {...props} className="sr-only" />
}
