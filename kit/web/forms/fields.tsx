import type { ComponentProps } from 'react'
import { Checkbox, Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { EmailInput, Input } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { Field, type FieldProps } from './field.tsx'
import type { FieldState } from './use-form.ts'

/* The fields of a form with their labels: `<Text {...form.field('name')} label="Name" required />`. */

type Labels = Omit<FieldProps, 'children'>
type Props<Value, Control> = FieldState<Value> &
  Labels &
  Omit<Control, keyof FieldState<Value> | keyof Labels>
type MaybeText = string | null | undefined
type InputProps = ComponentProps<'input'>

/** The labels go to the field, everything else to the control. */
function split<P extends Labels>({ label, hideLabel, hint, error, required, className, ...control }: P) {
  return { labels: { label, hideLabel, hint, error, required, className }, control }
}

export function Text({
  value,
  controlClass,
  ...props
}: Props<MaybeText, InputProps> & { controlClass?: string }) {
  const { labels, control } = split(props)
  const Control = control.type === 'email' ? EmailInput : Input
  return (
    <Field {...labels}>
      <Control
        autoComplete="off"
        {...control}
        className={controlClass}
        value={value ?? ''}
        onChange={event => control.onChange(event.target.value)}
      />
    </Field>
  )
}

/** An empty input means that there is none: null, or `undefined`. */
export function OptionalText<Empty extends null | undefined>({
  value,
  onChange,
  empty,
  ...props
}: Props<MaybeText, InputProps> & { empty: Empty }) {
  return <Text {...props} value={value ?? ''} onChange={text => onChange(text ? text : empty)} />
}

/** A whole number of a few digits, as text. */
export function WholeNumber(props: Props<string, InputProps>) {
  return <Text inputMode="numeric" maxLength={6} {...props} controlClass="max-w-32 tabular-nums" />
}

export function NumberInput({ value, onChange, ...props }: Props<number | null | undefined, InputProps>) {
  const { labels, control } = split(props)
  return (
    <Field {...labels}>
      <Input
        inputMode="decimal"
        step="any"
        autoComplete="off"
        {...control}
        type="number"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
      />
    </Field>
  )
}

export function Password(props: Props<string, InputProps>) {
  const { labels, control } = split(props)
  return (
    <Field {...labels}>
      <PasswordInput data-secret {...control} onChange={event => control.onChange(event.target.value)} />
    </Field>
  )
}

export function LongText({ value, onChange, ...props }: Props<MaybeText, ComponentProps<typeof Textarea>>) {
  const { labels, control } = split(props)
  return (
    <Field {...labels}>
      <Textarea {...control} value={value ?? ''} onChange={event => onChange(event.target.value)} />
    </Field>
  )
}

export function Choice<Value extends string | undefined>(props: Props<Value, ComponentProps<typeof Select>>) {
  const { labels, control } = split(props)
  return (
    <Field {...labels}>
      <Select {...control} onChange={event => control.onChange(event.target.value as Value)} />
    </Field>
  )
}

/** As `Choice`, where nothing chosen is null. */
export function OptionalChoice<Value extends string>({
  value,
  onChange,
  ...props
}: Props<Value | null | undefined, ComponentProps<typeof Select>>) {
  return <Choice {...props} value={value ?? ''} onChange={text => onChange(text ? (text as Value) : null)} />
}

type CheckProps = FieldState<boolean | undefined> &
  Pick<ComponentProps<typeof Checkbox>, 'label' | 'hint' | 'disabled'>

export function Check({ value, onChange, error: _, ...props }: CheckProps) {
  return <Checkbox {...props} checked={value ?? false} onChange={event => onChange(event.target.checked)} />
}

export function Toggle({ value, onChange, error: _, ...props }: CheckProps) {
  return <Switch {...props} checked={value ?? false} onChange={event => onChange(event.target.checked)} />
}
