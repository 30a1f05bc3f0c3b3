import { zodResolver } from '@hookform/resolvers/zod'
import { useFormState } from 'react-hook-form'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { createToken, type NewAccessToken, TokenForm } from '../../tokens-contract.ts'

interface TokenDialogProps {
  onClose: () => void
  onCreated: (created: NewAccessToken) => void
}

/** Asks for the name, expiry and rights of a new access token. */
export function TokenDialog({ onClose, onCreated }: TokenDialogProps) {
  // The server counts in UTC, too.
  const today = localDate(serverNow(), 'UTC')
  const form = useForm({
    resolver: zodResolver(TokenForm),
    defaultValues: { name: '', expiresAt: addDays(today, 90), readOnly: true },
  })
  const { errors } = useFormState(form)
  const create = useWrite(createToken, {
    touches: ['tokens'],
    form,
    done: reply => {
      onCreated(reply)
      return 'Access token created'
    },
    failed: 'Failed to create the access token',
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Create an access token"
      form={form}
      onSubmit={body => create.mutateAsync({ body })}
      submitLabel="Create token"
    >
      <Field
        label="Name"
        required
        error={errors.name?.message}
        hint="The program that will use it, such as “Lunch bot”"
      >
        <Input autoComplete="off" maxLength={100} {...form.register('name')} />
      </Field>
      <Field label="Expires" required error={errors.expiresAt?.message} hint="A year from now at the latest">
        <Input type="date" min={today} max={addDays(today, 365)} {...form.register('expiresAt')} />
      </Field>
      <Switch
        label="Read-only"
        hint="The program sees what you see, but changes nothing. Switched off, it may do what you may do, except for what decides who may sign in or where messages go."
        {...form.register('readOnly')}
      />
    </FormDialog>
  )
}
