import { useState } from 'react'

interface Opening<T> {
  /** Another one with each opening, so that a dialog starts afresh. */
  key: number
  open: boolean
  /** What the dialog is about; after closing the last one, while it fades away. */
  value: T | undefined
}

/** The life of a dialog that is open while `value` isn't undefined. */
export function useOpening<T>(value: T | undefined): Opening<T> {
  const [opening, setOpening] = useState<Opening<T>>({ key: 0, open: false, value: undefined })
  const open = value !== undefined
  if (open === opening.open && (!open || value === opening.value)) return opening
  const next = {
    key: open && !opening.open ? opening.key + 1 : opening.key,
    open,
    value: open ? value : opening.value,
  }
  setOpening(next)
  return next
}
