import { useWrite } from '#kit/web/api/use-write.ts'
import { Password } from '#kit/web/forms/fields.tsx'
import { Form } from '#kit/web/forms/form.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { changePassword } from '../../contract.ts'
import { NewPasswordFields } from '../account-fields.tsx'
import { useSignedIn } from '../viewer.ts'

export const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection({ form }: { form: FormState<typeof noPasswords> }) {
  const viewer = useSignedIn()
  const change = useWrite(changePassword, {
    touches: [],
    onError: form.showErrors,
    done: ({ message }) => {
      form.discard()
      return message
    },
    failed: 'Failed to change password',
  })
  return (
    <Panel roomy title="Change password" lead="Your other devices are signed out.">
      <Form
        form={form}
        onSubmit={body => change.mutateAsync({ params: { id: String(viewer.id) }, body })}
        className="flex flex-col gap-5"
      >
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={viewer.email} readOnly hidden />
        <Password
          {...form.field('currentPassword')}
          label="Current password"
          required
          autoComplete="current-password"
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NewPasswordFields form={form} />
        </div>
        <div className="flex justify-end max-sm:*:flex-1">
          <Button type="submit" variant="primary" busy={form.isBusy} busyText="Changing...">
            Change password
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
