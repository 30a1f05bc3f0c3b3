import type { User } from '#contract/people.ts'
import { fullName } from '#web/features/account/names.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteUser } from './use-user-writes.ts'

interface DeleteUserDialogProps {
  viewer: User
  /** undefined: the dialog is closed. */
  user: User | undefined
  onClose: () => void
}

export function DeleteUserDialog({ viewer, user, onClose }: DeleteUserDialogProps) {
  const shown = useSticky(user)
  const deletion = useDeleteUser(onClose)
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={onClose}
      title={`Delete ${shown ? fullName(shown) : ''}?`}
      confirmLabel="Delete user"
      danger
      busy={deletion.isPending}
      onConfirm={() => shown && deletion.mutate({ params: { id: String(shown.id) } })}
    >
      <span className="break-all font-semibold text-ink">{shown?.email}</span>
      <p className="mt-2">
        {shown?.id === viewer.id && 'This is your own account. '}
        The account goes with its ratings, favourites and image. This can’t be undone.
      </p>
    </ConfirmDialog>
  )
}
