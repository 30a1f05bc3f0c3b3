import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Loaded, type LoadedProps } from '#kit/web/loading/loaded.tsx'
import { Dialog } from './dialog.tsx'

interface LoadedDialogProps<Replies extends unknown[]>
  extends DialogProps,
    Pick<LoadedProps<Replies>, 'queries' | 'children'> {
  title: string
}

/**
 * A dialog about what queries reply. If one fails, a dialog with the error and Retry opens instead, since a button that
 * opens nothing seems broken.
 */
export function LoadedDialog<Replies extends unknown[] | []>(props: LoadedDialogProps<Replies>) {
  const { title, onClose, ...loaded } = props
  return (
    <Loaded
      skeleton={null}
      frame={error => (
        <Dialog onClose={onClose} title={title} hideTitle>
          {error}
        </Dialog>
      )}
      {...loaded}
    />
  )
}
