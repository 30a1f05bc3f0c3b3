import { useFormState } from 'react-hook-form'
import { Field } from '#kit/web/forms/field.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { type Setting, type SettingKey, settingOf } from '../contract.ts'
import { discardOptions, type SettingForm, useSaveSetting } from './use-setting-form.ts'

/** One setting with its own save button; everything shown comes from the setting's entry (features/settings/contract.ts). */
export function SettingEditor({ setting, edited }: { setting: SettingKey; edited: SettingForm }) {
  const { form } = edited
  const { title, help, label, hint, input } = settingOf(setting)
  const { isDirty, errors } = useFormState(form)
  const { isPending, save, question } = useSaveSetting(setting, edited)
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
      {question}
    </Panel>
  )
}

/** The control of a setting, inside of a Field. */
function SettingInput({ input, form }: Pick<SettingForm, 'form'> & Pick<Setting, 'input'>) {
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
