import { useNavigate } from '@tanstack/react-router'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { hasUsers } from './department-words.ts'
import { type Department, useChangeDepartments } from './use-departments.ts'

interface DeleteDepartmentDialogProps {
  /** undefined: the dialog is closed. */
  department: Department | undefined
  onClose: () => void
}

/** Deletes a department that nobody belongs to; otherwise says who stands in the way. */
export function DeleteDepartmentDialog({ department, onClose }: DeleteDepartmentDialogProps) {
  const shown = useSticky(department)
  const navigate = useNavigate()
  const change = useChangeDepartments()
  if (!shown) return null
  const { name, userCount = 0 } = shown

  const remove = () =>
    change.mutate(present => ({ departments: present.filter(other => other !== name) }), {
      onSuccess: () => {
        toast({ title: 'Department deleted', variant: 'success' })
        onClose()
      },
      onError: error =>
        toast({ title: 'Failed to update departments', description: error.message, variant: 'destructive' }),
    })
  const showUsers = () => void navigate({ to: '/admin', search: { section: 'users', q: name } })

  const dialog = { open: department !== undefined, onOpenChange: onClose }
  if (userCount > 0) {
    return (
      <ConfirmDialog
        {...dialog}
        title="This department can’t be deleted"
        confirmLabel="Show its users"
        onConfirm={showUsers}
      >
        {hasUsers(name, userCount)}
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${name}?`}
      confirmLabel="Delete department"
      danger
      busy={change.isPending}
      onConfirm={remove}
    >
      Nobody belongs to this department. It disappears from the registration and from every form.
    </ConfirmDialog>
  )
}
