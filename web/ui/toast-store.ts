export type ToastVariant = 'default' | 'success' | 'destructive' | 'warning' | 'info'

export interface ToastMessage {
  title: string
  description?: string | undefined
  variant?: ToastVariant
  /** A button such as Undo; clicking it also closes the toast. */
  action?: { label: string; onClick: () => void }
  /** In milliseconds. */
  duration?: number
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

let shown: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** One at a time: a new toast replaces the current one. */
export function toast(message: ToastMessage): void {
  lastId += 1
  show({ ...message, id: lastId, open: true })
}

/** A toast that was already replaced must not dismiss its successor. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show({ ...shown, open: false })
}

export function currentToast(): ShownToast | undefined {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: ShownToast) {
  shown = next
  for (const listener of listeners) listener()
}
