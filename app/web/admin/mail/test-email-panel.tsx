import { zodResolver } from '@hookform/resolvers/zod'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { sendTestEmail, TestEmailForm } from '#features/mail/contract.ts'
import { type ApiError, errorField } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { useFormDraft } from '#kit/web/forms/form-draft.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmailInput, Input } from '#kit/web/ui/inputs/input.tsx'

export function TestEmailPanel() {
  const { email, firstName } = useSignedIn()
  const form = useForm<TestEmailForm>({
    resolver: zodResolver(TestEmailForm),
    defaultValues: { email, firstName },
  })
  const { errors } = form.formState
  useFormDraft('test email', form)
  const sending = useWrite(sendTestEmail, {
    touches: [],
    form,
    done: ({ message }) => message,
    failed: error => ({ title: failed, description: reasonOf(error) }),
  })
  return (
    <Panel title="Send a test email" lead="It is sent immediately, the same way as all mails.">
      <form
        noValidate
        onSubmit={event =>
          void form.handleSubmit(body => sending.isPending || sending.mutate({ body }))(event)
        }
        className="flex flex-col gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
          <Field label="Email" error={errors.email?.message} required>
            <EmailInput {...form.register('email')} autoComplete="off" maxLength={254} />
          </Field>
          <Field label="First name" error={errors.firstName?.message} required>
            <Input {...form.register('firstName')} autoComplete="off" maxLength={100} />
          </Field>
        </div>
        {sending.error && !sending.error.fieldErrors.length && <Failure error={sending.error} />}
        {sending.data && (
          <p className="wrap-anywhere rounded-md bg-olive-tint px-4 py-3 text-olive-ink">
            {sending.data.message}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={sending.isPending}
          busyText="Sending..."
          className="sm:self-end"
        >
          Send test email
        </Button>
      </form>
    </Panel>
  )
}

const failed = 'Failed to send test email'

/** Not a toast: it must stay visible while the problem is being fixed. */
function Failure({ error }: { error: ApiError }) {
  const instruction = errorField(error, 'instruction')
  return (
    <Banner quiet severity="danger" title={failed}>
      <p className="wrap-anywhere">{reasonOf(error)}</p>
      {typeof instruction === 'string' && <p className="mt-2">{instruction}</p>}
    </Banner>
  )
}

function reasonOf(failure: ApiError): string {
  const error = errorField(failure, 'error')
  return typeof error === 'string' ? error : (failure.reason ?? 'An unexpected error occurred')
}
