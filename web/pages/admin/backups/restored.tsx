import { CircleCheck } from 'lucide-react'
import type { DialogProps } from '#web/shared/admin/row-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface RestoredProps extends DialogProps {
  filename: string
  safetyBackup: string
  onUndo: () => void
}

/** Reports a finished restore and offers to undo it. */
export function Restored({ filename, safetyBackup, onClose, onUndo }: RestoredProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Restored"
      footer={
        <>
          <Button onClick={onUndo}>Undo: restore the safety copy</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="flex items-start gap-3">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-olive-ink" />
          <span>
            Everything was restored from <strong className="break-all">{filename}</strong>. You are still
            signed in; everyone else has to sign in again.
          </span>
        </p>
        <div>
          <p className="mb-2">The previous data is saved in this safety copy:</p>
          <CopyBox noun="name" text={safetyBackup} className="font-bold max-sm:text-sm" />
        </div>
      </div>
    </Dialog>
  )
}
