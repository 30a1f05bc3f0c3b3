import { Checkbox } from './checkbox.tsx'

interface CheckGroupProps<Value extends string> {
  label: string
  hint?: string
  options: readonly { value: Value; label: string }[]
  values: readonly Value[]
  onChange: (values: Value[]) => void
}

/** A labeled group of checkboxes, in columns. */
export function CheckGroup<Value extends string>(props: CheckGroupProps<Value>) {
  const { label, hint, options, values, onChange } = props
  const withChange = (changed: Value, isChecked: boolean) =>
    options
      .map(({ value }) => value)
      .filter(value => (value === changed ? isChecked : values.includes(value)))
  return (
    <fieldset>
      <legend className="font-semibold text-[0.9375rem]">{label}</legend>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <div className="grid grid-cols-2 gap-x-4 max-[19rem]:grid-cols-1 sm:grid-cols-3">
        {options.map(option => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={values.includes(option.value)}
            onChange={event => onChange(withChange(option.value, event.target.checked))}
          />
        ))}
      </div>
    </fieldset>
  )
}
