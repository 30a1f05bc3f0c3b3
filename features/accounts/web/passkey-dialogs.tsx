import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { SubmitDialog } from '#kit/web/forms/old/submit-dialog.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { type Passkey, removePasskey, renamePasskey } from '../passkeys-contract.ts'
import { noPassword } from '../sessions-contract.ts'
import type { Adding } from './use-add-passkey.ts'
import { useSignedIn } from './viewer.ts'

/** Asks the user to confirm their identity before a passkey is added. */
export function ProofDialog({ adding, hasPasskeys }: { adding: Adding; hasPasskeys: boolean }) {
  const viewer = useSignedIn()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  const hasPassword = usePublicConfig().passwordSignIn !== false || viewer.isPrimaryAdmin
  return (
    <SubmitDialog
      onClose={adding.close}
      title="Confirm that it’s you"
      description={`You signed in more than ten minutes ago, and a passkey opens your account.${hasPassword ? ' Please enter your password.' : ''}`}
      submitLabel={hasPassword && 'Continue'}
      busy={adding.isPending}
      onSubmit={() => {
        if (password === '') return setMissing(noPassword)
        adding.add({ password })
      }}
    >
      {hasPassword && (
        <>
          <input type="text" autoComplete="username" value={viewer.email} readOnly hidden />
          <Field label="Password" required error={missing ?? adding.passwordError}>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={event => {
                setPassword(event.target.value)
                setMissing(undefined)
              }}
            />
          </Field>
        </>
      )}
      {hasPasskeys && (
        <Button
          icon={<KeyRound aria-hidden="true" />}
          disabled={adding.isPending}
          onClick={() => adding.add({ byPasskey: true })}
        >
          Use a passkey instead
        </Button>
      )}
      <p className="text-muted text-sm">
        {hasPassword ? 'No password? Log out' : 'Or log out'}, sign in again and add the passkey within ten
        minutes.
      </p>
    </SubmitDialog>
  )
}

interface PasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string>()
  const rename = useWrite(renamePasskey, {
    touches: ['passkeys'],
    done: 'Passkey renamed',
    failed: 'Failed to rename passkey',
  })
  const submit = () => {
    if (name.trim() === '') return setError('Please enter a name')
    if (name.trim() === passkey.name) return onClose()
    rename.mutate({ params: { id: String(passkey.id) }, body: { name } }, { onSuccess: onClose })
  }
  return (
    <SubmitDialog
      onClose={onClose}
      title="Rename passkey"
      submitLabel="Rename"
      busy={rename.isPending}
      onSubmit={submit}
    >
      <Field label="Name" required error={error} hint="For example, the device it is on">
        <Input
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={event => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
    </SubmitDialog>
  )
}

export function RemoveDialog({ passkey, onClose }: PasskeyDialogProps) {
  const remove = useWrite(removePasskey, {
    touches: ['passkeys'],
    done: 'Passkey removed',
    failed: 'Failed to remove passkey',
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove the passkey “${passkey.name}”?`}
      confirmLabel="Remove passkey"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: String(passkey.id) } }, { onSuccess: onClose })}
    >
      You can’t sign in with it anymore. Your device may still offer it until you delete it there too.
    </ConfirmDialog>
  )
}
