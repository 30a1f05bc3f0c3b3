import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Panel } from '../shared/panel.tsx'
import { anew, type SettingForm, type TextKey } from './use-setting-form.ts'
import { useSaveSetting } from './use-setting-writes.ts'

interface SettingEditorProps {
  setting: TextKey
  form: SettingForm
  title: string
  lead?: ReactNode
  /** What the field is called. */
  label: string
  hint?: string
  /** Lines of text; without it the value is a number. */
  rows?: number
  maxLength?: number
}

/** One setting with a button of its own that saves it. */
export function SettingEditor({ setting, form, title, lead, ...field }: SettingEditorProps) {
  const { label, hint, rows, maxLength } = field
  const { isDirty, errors } = useFormState(form)
  const { isPending, save } = useSaveSetting(setting, form)
  return (
    <Panel title={title} lead={lead}>
      <form
        noValidate
        onSubmit={event => void form.handleSubmit(({ value }) => isPending || save(value))(event)}
        className="flex flex-col gap-4"
      >
        <Field label={label} hint={hint} error={errors.value?.message} required>
          {rows ? (
            <Textarea
              {...form.register('value')}
              rows={rows}
              maxLength={maxLength}
              spellCheck={setting === 'registration_message'}
              autoCapitalize={setting === 'domain_whitelist' ? 'none' : undefined}
            />
          ) : (
            <Input
              {...form.register('value')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="max-w-32 tabular-nums"
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {isDirty && <Button onClick={() => form.reset(undefined, anew)}>Undo changes</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty} busy={isPending} busyText="Saving...">
            Save {label.toLowerCase()}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
