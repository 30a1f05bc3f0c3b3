import type { ComponentProps } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { Campus } from '#contract/campuses.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'

type SelectProps = Omit<ComponentProps<typeof Select>, 'options'> & { error: string | undefined }

export function CampusField({ campuses, error, ...select }: SelectProps & { campuses: readonly Campus[] }) {
  return (
    <Field label="Campus" required error={error}>
      <Select {...select} options={campuses.map(({ code, name }) => [code, name])} />
    </Field>
  )
}

export function DepartmentField({
  departments,
  error,
  ...select
}: SelectProps & { departments: readonly string[] }) {
  return (
    <Field label="Department" required error={error}>
      <Select {...select} options={departments} />
    </Field>
  )
}

interface NameFieldsProps {
  register: (field: 'firstName' | 'lastName') => ComponentProps<'input'>
  errors: FieldErrors<{ firstName: string; lastName: string }>
}

/** One's own name, side by side where there is room. */
export function NameFields({ register, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" required error={errors.firstName?.message}>
        <Input autoComplete="given-name" {...register('firstName')} />
      </Field>
      <Field label="Last name" required error={errors.lastName?.message}>
        <Input autoComplete="family-name" {...register('lastName')} />
      </Field>
    </div>
  )
}
