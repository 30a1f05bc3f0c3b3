import { KeyRound } from 'lucide-react'
import * as z from 'zod/mini'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Password, Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { type Passkey, removePasskey, renamePasskey } from '../passkeys-contract.ts'
import { noPassword } from '../sessions-contract.ts'
import type { Adding } from './use-add-passkey.ts'
import { useSignedIn } from './viewer.ts'

const Proof = z.object({ password: z.string().check(z.refine(text => text !== '', noPassword)) })

/** Asks the user to confirm their identity before a passkey is added. */
export function ProofDialog({ adding, hasPasskeys }: { adding: Adding; hasPasskeys: boolean }) {
  const viewer = useSignedIn()
  const hasPassword = usePublicConfig().passwordSignIn !== false || viewer.isPrimaryAdmin
  const form = useForm({ draft: 'proof', schema: Proof, values: { password: '' } })
  const { error = adding.passwordError, ...password } = form.field('password')
  return (
    <FormDialog
      onClose={adding.close}
      backCloses
      title="Confirm that it’s you"
      description={`You signed in more than ten minutes ago, and a passkey opens your account.${hasPassword ? ' Please enter your password.' : ''}`}
      form={form}
      onSubmit={async proof => adding.add(proof)}
      submitLabel={hasPassword && 'Continue'}
      busy={adding.isPending}
      asks={false}
      staysOpen
    >
      {hasPassword && (
        <>
          <input type="text" autoComplete="username" value={viewer.email} readOnly hidden />
          <Password {...password} error={error} label="Password" required autoComplete="current-password" />
        </>
      )}
      {hasPasskeys && (
        <Button
          icon={<KeyRound />}
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
    </FormDialog>
  )
}

interface PasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenameDialog({ passkey, onClose }: PasskeyDialogProps) {
  const form = useForm({ draft: 'Rename passkey', schema: PasskeyName, values: { name: passkey.name } })
  const rename = useWrite(renamePasskey, {
    touches: ['passkeys'],
    form,
    done: 'Passkey renamed',
    failed: 'Failed to rename passkey',
  })
  const save = async (body: { name: string }) => {
    if (body.name !== passkey.name) await rename.mutateAsync({ params: { id: String(passkey.id) }, body })
  }
  return (
    <FormDialog
      onClose={onClose}
      backCloses
      title="Rename passkey"
      form={form}
      onSubmit={save}
      asks={false}
      submitLabel="Rename"
    >
      <Text
        {...form.field('name')}
        label="Name"
        hint="For example, the device it is on"
        required
        maxLength={60}
      />
    </FormDialog>
  )
}

const PasskeyName = z.object({
  name: z.pipe(
    z.string().check(z.trim()),
    z.string().check(z.refine(name => name !== '', 'Please enter a name')),
  ),
})

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
