import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { Text, Toggle } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
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
    draft: 'Create an access token',
    schema: TokenForm,
    values: { name: '', expiresAt: addDays(today, 90), readOnly: true },
  })
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
      backCloses
      title="Create an access token"
      form={form}
      onSubmit={body => create.mutateAsync({ body })}
      submitLabel="Create token"
    >
      <Text
        {...form.field('name')}
        label="Name"
        hint="The program that will use it, such as “Lunch bot”"
        required
        maxLength={100}
      />
      <Text
        {...form.field('expiresAt')}
        label="Expires"
        hint="A year from now at the latest"
        required
        type="date"
        min={today}
        max={addDays(today, 365)}
      />
      <Toggle
        {...form.field('readOnly')}
        label="Read-only"
        hint="The program sees what you see, but changes nothing. Switched off, it may do what you may do, except for what decides who may sign in or where messages go."
      />
    </FormDialog>
  )
}
