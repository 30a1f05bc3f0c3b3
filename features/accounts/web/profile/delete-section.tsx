import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { navigate } from '#kit/web/router/router.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { deleteAccount, emailMismatch } from '../../contract.ts'
import { isEmailOf } from '../profile-form.ts'
import { sessionEnded, useSignedIn } from '../viewer.ts'

export function DeleteSection() {
  const [open, setOpen] = useState(false)
  return (
    <Panel
      roomy
      title="Delete account"
      lead="This also deletes your ratings, favorites and image, and can’t be undone."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account…
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </Panel>
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
