import { counted } from '#kit/rules/texts/counted.ts'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { TrashItem } from '../../contract.ts'
import { trashKindLabels } from '../undo-toast.ts'
import type { Restored } from './use-trash.ts'

interface NotRestoredDialogProps {
  restored: Restored
  nameOf: (item: TrashItem) => string
  onClose: () => void
}

/** Lists what could not be restored, and why. */
export function NotRestoredDialog({ restored, nameOf, onClose }: NotRestoredDialogProps) {
  const { count, left } = restored
  return (
    <Dialog
      onClose={onClose}
      backCloses
      title={
        left.length + count === 1
          ? 'It could not be restored'
          : `${left.length.toLocaleString('en-US')} could not be restored`
      }
      description={
        count > 0
          ? `${counted(count, 'item was', 'items were')} restored, but not these:`
          : 'Nothing was changed.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul
        role="list"
        aria-label="What could not be restored"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="divide-y divide-line"
      >
        {left.map(({ item, message }) => (
          <li key={item.id} className="break-words py-3 first:pt-0">
            <p className="font-semibold">
              {nameOf(item)}{' '}
              <span className="font-normal text-muted text-sm">{trashKindLabels[item.kind]}</span>
            </p>
            <p className="text-muted text-sm">{item.description}</p>
            <p className="mt-1 text-brick-ink">{message}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
