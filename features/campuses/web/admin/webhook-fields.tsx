import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { chatKinds, chatNames } from '#features/chat/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { ConnectionTest } from '#kit/web/section/connection-test.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { type AdminCampus, testWebhook } from '../../contract.ts'
import { type CampusValues, webhookOf } from './campus-form.ts'

interface WebhookFieldsProps {
  form: UseFormReturn<CampusValues>
  /** undefined: a new campus. */
  campus: AdminCampus | undefined
}

/** The chat to which a campus's lunches are posted, with a test button. */
export function WebhookFields({ form, campus }: WebhookFieldsProps) {
  const { errors } = useFormState({ control: form.control })
  const chat = useWatch({ control: form.control, name: 'chat' })
  const test = useWrite(testWebhook, { touches: ['webhooks'] })
  const saved = campus?.webhook

  const send = async () => {
    if (!campus || !(await form.trigger('webhook', { shouldFocus: true }))) return
    const webhook = webhookOf(form.getValues())
    test.mutate({ ...idParams(campus), body: webhook ? { webhook } : {} })
  }
  return (
    <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
      <legend className="sr-only">Chat</legend>
      <Field
        label="Post lunches to a chat"
        error={errors.chat?.message}
        hint="A line with a link when a lunch starts, is decided, moved or cancelled. Lunches of one department are never posted."
      >
        <Select
          {...form.register('chat', { onChange: () => test.reset() })}
          empty="No chat"
          options={chatKinds.map(kind => [kind, chatNames[kind]])}
        />
      </Field>
      {chat !== '' && (
        <>
          <Field
            label="Address of the webhook"
            error={errors.webhook?.message}
            hint={
              saved
                ? 'Saved. Only its host and last characters are shown; paste another one to replace it.'
                : 'Copy it from the service: it begins with https://. Anyone who has it can post, so it is never shown in full again.'
            }
            required
          >
            <Input
              type="url"
              {...form.register('webhook', { onChange: () => test.reset() })}
              onFocus={event => event.target.select()}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2000}
            />
          </Field>
          {campus ? (
            <ConnectionTest label="Send a test" test={test} onTest={() => void send()} />
          ) : (
            <p className="text-muted text-sm">You can send a test once the campus is added.</p>
          )}
        </>
      )}
    </fieldset>
  )
}
