import { createStore } from '#kit/web/browser/store.ts'

export type ToastVariant = 'default' | 'success' | 'destructive' | 'warning' | 'info'

export interface ToastMessage {
  title: string
  description?: string
  /** What screen readers hear instead of title and description. */
  spoken?: string
  variant?: ToastVariant
  /** A button such as Undo; clicking it also closes the toast. */
  action?: { label: string; onClick: () => void }
  /** In milliseconds. */
  duration?: number
  /** What the user has just pressed, which it doesn't cover. */
  awayFrom?: Element | undefined
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
  /** Default: where it covers least. */
  at?: 'top' | 'bottom'
}

/** The current toast, also while it disappears. */
export const shownToast = createStore<ShownToast | undefined>(undefined)
let lastId = 0

/** One at a time: a new toast replaces the current one. Returns what `dismissToast` takes. */
export function toast(message: ToastMessage): number {
  lastId += 1
  const pressed = message.awayFrom?.getBoundingClientRect()
  const at = pressed && (pressed.top > window.innerHeight / 3 ? 'top' : 'bottom')
  shownToast.set({ ...message, id: lastId, open: true, ...(at && { at }) })
  return lastId
}

/** A toast that was already replaced must not dismiss its successor. */
export function dismissToast(id: number): void {
  const shown = shownToast.get()
  if (shown?.id === id) shownToast.set({ ...shown, open: false })
}
