import { counted } from '#kit/rules/texts/counted.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import type { ToastMessage } from '#kit/web/ui/toasts/toast-store.ts'
import { restoreTrash, type TrashKind } from '../contract.ts'

/** The toast after a deletion, with Undo. */
export function useUndoToast(kind: TrashKind): (ids: readonly number[]) => ToastMessage {
  const label = trashKindLabels[kind]
  const several = (count: number) => counted(count, label.toLowerCase())
  const restore = useWrite(restoreTrash, {
    touches: ['restaurants', 'alerts'],
    done: ({ count, skipped }) =>
      skipped[0]
        ? {
            title: `${skipped.length.toLocaleString('en-US')} could not be restored`,
            description: skipped[0].message,
            variant: 'warning',
          }
        : count === 1
          ? `${label} restored`
          : `${several(count)} restored`,
    failed: 'Failed to undo',
  })
  return ids => ({
    title: ids.length === 1 ? `${label} deleted` : `${several(ids.length)} deleted`,
    action: { label: 'Undo', onClick: () => restore.mutate({ body: { kind, ids: [...ids] } }) },
  })
}

export const trashKindLabels: Record<TrashKind, string> = {
  restaurant: 'Restaurant',
  rating: 'Rating',
  alert: 'System alert',
}
