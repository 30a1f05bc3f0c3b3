import { Choice, LongText, WholeNumber } from '#kit/web/forms/fields.tsx'
import { Form, SaveButtons } from '#kit/web/forms/form.tsx'
import type { FieldState } from '#kit/web/forms/use-form.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { type Setting, type SettingKey, settingOf } from '../contract.ts'
import { type SettingForm, useSaveSetting } from './use-setting-form.ts'

/** One setting with its own save button; everything shown comes from the setting's entry (features/settings/contract.ts). */
export function SettingEditor({ setting, form }: { setting: SettingKey; form: SettingForm }) {
  const { title, help, label } = settingOf(setting)
  const { save, question } = useSaveSetting(setting, form)
  return (
    <Panel title={title} lead={help}>
      <Form form={form} onSubmit={save} className="flex flex-col gap-4">
        <SettingField setting={settingOf(setting)} {...form.field('value')} />
        <SaveButtons form={form}>Save {label.toLowerCase()}</SaveButtons>
      </Form>
      {question}
    </Panel>
  )
}

function SettingField({ setting, ...field }: FieldState<string> & { setting: Setting }) {
  const { label, hint, input } = setting
  const labeled = { ...field, label, hint, required: true }
  if (input === 'number') return <WholeNumber {...labeled} />
  if ('choices' in input) return <Choice {...labeled} options={Object.entries(input.choices)} />
  const { rows, maxLength, isProse = false } = input
  return (
    <LongText
      {...labeled}
      rows={rows}
      maxLength={maxLength}
      spellCheck={isProse}
      autoCapitalize={isProse ? undefined : 'none'}
    />
  )
}
