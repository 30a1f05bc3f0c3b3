import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { sendTestEmail, TestEmailForm } from '#features/mail/contract.ts'
import { type ApiError, errorField } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Text } from '#kit/web/forms/fields.tsx'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'

export function TestEmailPanel() {
  const { email, firstName } = useSignedIn()
  const form = useForm({ draft: 'test email', schema: TestEmailForm, values: { email, firstName } })
  const sending = useWrite(sendTestEmail, {
    touches: [],
    form,
    done: ({ message }) => message,
    failed: error => ({ title: failed, description: reasonOf(error) }),
  })
  return (
    <Panel title="Send a test email" lead="It is sent immediately, the same way as all mails.">
      <Form form={form} onSubmit={body => sending.mutateAsync({ body })} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
          <Text {...form.field('email')} label="Email" required type="email" maxLength={254} />
          <Text {...form.field('firstName')} label="First name" required maxLength={100} />
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
          busy={form.isBusy}
          busyText="Sending..."
          className="sm:self-end"
        >
          Send test email
        </Button>
      </Form>
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
