import { CircleCheck } from 'lucide-react'
import * as z from 'zod/mini'
import { Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { useBlocker } from '#kit/web/router/blocker.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { CopyBox } from '#kit/web/ui/copy-box.tsx'
import { BackupContents } from './backup-contents.tsx'
import { useContents, useRestore } from './use-restore.ts'

interface RestoreDialogProps extends DialogProps {
  filename: string
  /** Switches to the safety backup, which undoes the restore. */
  onUndo: (safetyBackup: string) => void
}

/** Shows a backup's content and what restoring it does; restores it once its name is typed. */
export function RestoreDialog({ filename, onClose, onUndo }: RestoreDialogProps) {
  const restore = useRestore(filename)
  const contents = useContents(filename, restore.isIdle || restore.isError)
  const form = useForm({ draft: 'Restore Backup', schema: confirmationOf(filename), values: { name: '' } })
  const isLocked = restore.isPending && !restore.isLost
  useBlocker({ shouldBlock: () => isLocked, beforeUnload: isLocked })

  if (restore.isSuccess) {
    const { safetyBackup } = restore.data
    return <Restored {...{ filename, safetyBackup, onClose }} onUndo={() => onUndo(safetyBackup)} />
  }
  return (
    <FormDialog
      onClose={onClose}
      locked={isLocked}
      title="Restore Backup"
      description={<span className="wrap-anywhere">{filename}</span>}
      form={form}
      onSubmit={() => restore.mutateAsync()}
      asks={false}
      staysOpen
      cancelLabel={restore.isLost || !contents.data ? 'Close' : 'Cancel'}
      submitLabel={contents.data && 'Restore this backup'}
      busy={restore.isPending}
      danger
    >
      {restore.isPending ? (
        <Running isLost={restore.isLost} />
      ) : contents.data ? (
        <>
          {restore.error && (
            <Banner quiet severity="danger" title="Failed to restore from backup">
              {restore.error.message}
            </Banner>
          )}
          <BackupContents contents={contents.data} />
          <div>
            <p className="mb-2">To restore it, type its name:</p>
            <CopyBox noun="name" text={filename} className="font-bold max-sm:text-sm" />
          </div>
          <Text
            {...form.field('name')}
            label="Name of the file"
            required
            controlClass="scroll-mb-12"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      ) : contents.error ? (
        <ErrorState
          title="This backup can’t be restored"
          message={contents.error.message}
          onRetry={() => void contents.refetch()}
          retrying={contents.isFetching}
        />
      ) : (
        <Progress label="Checking the backup…" />
      )}
    </FormDialog>
  )
}

const confirmationOf = (filename: string) =>
  z.object({
    name: z.string().check(
      z.refine(name => name.trim() !== '', { error: 'Type the name of the file', abort: true }),
      z.refine(name => name.trim() === filename, 'That is not the name of the file'),
    ),
  })

function Running({ isLost }: { isLost: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      {isLost ? (
        <Banner severity="warning" title="The connection was lost">
          The restore may be finished or still running, even without this window. The result appears here when
          the server responds.
        </Banner>
      ) : (
        <Banner quiet severity="warning" title="Please don’t close this window">
          The current data is saved first, then the backup is restored.
        </Banner>
      )}
      <Progress label={isLost ? 'Asking the server…' : 'Restoring…'} />
    </div>
  )
}

interface RestoredProps extends DialogProps {
  filename: string
  safetyBackup: string
  onUndo: () => void
}

/** Reports a finished restore and offers to undo it. */
function Restored({ filename, safetyBackup, onClose, onUndo }: RestoredProps) {
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
          <CircleCheck className="mt-0.5 size-6 shrink-0 text-olive-ink" />
          <span>
            Everything was restored from <strong className="wrap-anywhere">{filename}</strong>. You are still
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
