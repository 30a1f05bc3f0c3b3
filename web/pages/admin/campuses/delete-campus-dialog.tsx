import { useNavigate } from '@tanstack/react-router'
import type { AdminCampus } from '#contract/campuses.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { obstacle } from './campus-form.ts'
import { useDeleteCampus } from './use-campus-writes.ts'

interface DeleteCampusDialogProps {
  /** undefined: the dialog is closed. */
  campus: AdminCampus | undefined
  onClose: () => void
}

/** Deletes a campus that is not used; otherwise says what stands in the way. */
export function DeleteCampusDialog({ campus, onClose }: DeleteCampusDialogProps) {
  const shown = useSticky(campus)
  const navigate = useNavigate()
  const deletion = useDeleteCampus(onClose)
  if (!shown) return null

  const dialog = { open: campus !== undefined, onOpenChange: onClose }
  const reason = obstacle(shown)
  if (reason) {
    const { code, name, restaurantCount } = shown
    const search =
      restaurantCount > 0 ? { section: 'restaurants', campusCode: code } : { section: 'users', q: name }
    return (
      <ConfirmDialog
        {...dialog}
        title="This campus can’t be deleted"
        confirmLabel={restaurantCount > 0 ? 'Show its restaurants' : 'Show its users'}
        onConfirm={() => void navigate({ to: '/admin', search })}
      >
        {reason}
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${shown.name}?`}
      confirmLabel="Delete campus"
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ params: { id: String(shown.id) } })}
    >
      It has neither restaurants nor users. It disappears from every list and form; this can’t be undone.
    </ConfirmDialog>
  )
}
