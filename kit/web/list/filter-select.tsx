import { Field } from '#kit/web/forms/field.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { type Option, Select } from '#kit/web/ui/inputs/select.tsx'

interface FilterSelectProps {
  /** The query parameter in the address. */
  name: string
  label: string
  /** The option that doesn't narrow the list. */
  all: string
  options: readonly Option[]
  className?: string
}

/** Narrows a list to one choice, which is kept in the address. */
export function FilterSelect({ name, label, all, options, className }: FilterSelectProps) {
  return (
    <Field label={label} hideLabel className={className ?? 'min-w-44 max-w-72'}>
      <Select
        value={useParams({ [name]: param.text() })[name] ?? ''}
        onChange={event => urlParams.refine({ [name]: event.target.value, page: undefined })}
        empty={all}
        options={options}
      />
    </Field>
  )
}
