import { type UseFormReturn, useFormState } from 'react-hook-form'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { changePassword } from '../../contract.ts'
import { useSignedIn } from '../viewer.ts'
import { EditSection } from './edit-section.tsx'

export const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection({ form }: { form: UseFormReturn<typeof noPasswords> }) {
  const viewer = useSignedIn()
  const change = useWrite(changePassword, {
    touches: [],
    done: ({ message }) => {
      form.reset(noPasswords, { keepFieldsRef: true })
      return message
    },
    onError: error => putFieldErrors(error, form),
    failed: 'Failed to change password',
  })
  const { errors } = useFormState(form)
  const submit = form.handleSubmit(body => change.mutate({ params: { id: String(viewer.id) }, body }))
  return (
    <EditSection title="Change password" lead="Your other devices are signed out.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={viewer.email} readOnly hidden />
        <Field label="Current password" required error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="New password"
            required
            error={errors.newPassword?.message}
            hint="6 characters or more"
          >
            <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
          </Field>
          <Field label="Confirm password" required error={errors.confirmPassword?.message}>
            <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
          </Field>
        </div>
        <div className="flex justify-end max-sm:*:flex-1">
          <Button type="submit" variant="primary" busy={change.isPending} busyText="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </EditSection>
  )
}
