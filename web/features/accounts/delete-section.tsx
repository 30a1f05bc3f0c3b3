import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAccount, emailMismatch } from '#contract/accounts.ts'
import { useWrite } from '#web/api/use-write.ts'
import { sessionEnded, useSignedIn } from '#web/api/viewer.ts'
import { navigate } from '#web/lib/router/router.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { EmailInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { EditSection } from './edit-section.tsx'
import { isEmailOf } from './profile-form.ts'

export function DeleteSection() {
  const [open, setOpen] = useState(false)
  return (
    <EditSection
      title="Delete account"
      lead="This also deletes your ratings, favorites and image, and can’t be undone."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account…
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </EditSection>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const viewer = useSignedIn()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const remove = useDeleteAccount(setError)

  const confirm = () => {
    if (remove.isPending) return
    if (isEmailOf(viewer, typed)) {
      remove.mutate({ params: { id: String(viewer.id) }, body: { email: typed } })
      return
    }
    setError(emailMismatch)
    toast({ title: 'Email mismatch', description: emailMismatch, variant: 'destructive' })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete your account?"
      confirmLabel="Delete my account"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          confirm()
        }}
      >
        <p className="mb-4">
          Your ratings, favorites and image are deleted, too. To confirm, type{' '}
          <strong className="break-words text-ink">{viewer.email}</strong>.
        </p>
        <Field label="Your email" required error={error}>
          <EmailInput
            autoComplete="off"
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </form>
    </ConfirmDialog>
  )
}

function useDeleteAccount(onProblem: (message: string) => void) {
  const queryClient = useQueryClient()
  return useWrite(deleteAccount, {
    touches: [],
    onSuccess: () => {
      sessionEnded(queryClient, { signedOut: true })
      toast({ title: 'Account deleted', variant: 'success' })
      return navigate({ to: '/auth', ignoreBlocker: true })
    },
    onError: ({ message }) => onProblem(message),
    failed: 'Failed to delete account',
  })
}
