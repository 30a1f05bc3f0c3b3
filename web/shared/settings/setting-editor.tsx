import { useFormState } from 'react-hook-form'
import { type Setting, type SettingKey, settingOf } from '#contract/settings.ts'
import { Panel } from '#web/shared/panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { discardOptions, type SettingForm, useSaveSetting } from './use-setting-form.ts'

/** One setting with its own save button; everything shown comes from the setting's entry (contract/settings.ts). */
export function SettingEditor({ setting, form }: { setting: SettingKey; form: SettingForm }) {
  const { title, help, label, hint, input } = settingOf(setting)
  const { isDirty, errors } = useFormState(form)
  const { isPending, save } = useSaveSetting(setting, form)
  return (
    <Panel title={title} lead={help}>
      <form
        noValidate
        onSubmit={event => void form.handleSubmit(({ value }) => isPending || save(value))(event)}
        className="flex flex-col gap-4"
      >
        <Field label={label} hint={hint} error={errors.value?.message} required>
          <SettingInput input={input} form={form} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {isDirty && <Button onClick={() => form.reset(undefined, discardOptions)}>Undo changes</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty} busy={isPending} busyText="Saving...">
            Save {label.toLowerCase()}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The control of a setting, inside of a Field. */
function SettingInput({ input, form }: { input: Setting['input']; form: SettingForm }) {
  if (input === 'number')
    return (
      <Input
        {...form.register('value')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        className="max-w-32 tabular-nums"
      />
    )
  if ('choices' in input)
    return <Select {...form.register('value')} options={Object.entries(input.choices)} />
  const { rows, maxLength, isProse = false } = input
  return (
    <Textarea
      {...form.register('value')}
      rows={rows}
      maxLength={maxLength}
      spellCheck={isProse}
      autoCapitalize={isProse ? undefined : 'none'}
    />
  )
}
