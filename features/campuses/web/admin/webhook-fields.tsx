import { chatKinds, chatNames } from '#features/chat/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Choice, Text } from '#kit/web/forms/fields.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { ConnectionTest } from '#kit/web/section/connection-test.tsx'
import { type AdminCampus, testWebhook } from '../../contract.ts'
import { type CampusValues, webhookOf } from './campus-form.ts'

interface WebhookFieldsProps {
  form: FormState<CampusValues>
  /** undefined: a new campus. */
  campus: AdminCampus | undefined
}

/** The chat to which a campus's lunches are posted, with a test button. */
export function WebhookFields({ form, campus }: WebhookFieldsProps) {
  const { chat } = form.typed
  const test = useWrite(testWebhook, { touches: ['webhooks'] })
  const saved = campus?.webhook

  /** What the last test said isn't about what is typed now. */
  const withReset = <Name extends 'chat' | 'webhook'>(name: Name) => {
    const field = form.field(name)
    const onChange = (value: CampusValues[Name]) => {
      field.onChange(value)
      test.reset()
    }
    return { ...field, onChange }
  }
  const send = async () => {
    if (!campus || !(await form.check('webhook'))) return
    const webhook = webhookOf(form.typed)
    test.mutate({ ...idParams(campus), body: webhook ? { webhook } : {} })
  }
  return (
    <fieldset className="flex flex-col gap-4 border-line border-t pt-4">
      <legend className="sr-only">Chat</legend>
      <Choice
        {...withReset('chat')}
        label="Post lunches to a chat"
        hint="A line with a link when a lunch starts, is decided, moved or cancelled. Lunches of one department are never posted."
        empty="No chat"
        options={chatKinds.map(kind => [kind, chatNames[kind]])}
      />
      {chat !== '' && (
        <>
          <Text
            {...withReset('webhook')}
            label="Address of the webhook"
            hint={
              saved
                ? 'Saved. Only its host and last characters are shown; paste another one to replace it.'
                : 'Copy it from the service: it begins with https://. Anyone who has it can post, so it is never shown in full again.'
            }
            required
            data-secret
            type="url"
            onFocus={event => event.target.select()}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
          />
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
