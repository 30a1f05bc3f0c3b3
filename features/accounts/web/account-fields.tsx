import type { ComponentProps } from 'react'
import type { Campus } from '#features/campuses/contract.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'

interface FieldsProps<Name extends string> {
  register: (field: Name) => ComponentProps<'input'> & ComponentProps<'select'>
  errors: { [field in Name]?: { message?: string } }
}

/** First and last name, side by side if there is room. */
export function NameFields({ register, errors }: FieldsProps<'firstName' | 'lastName'>) {
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

interface PlaceFieldsProps extends FieldsProps<'campusCode' | 'department'> {
  campuses: readonly Campus[]
  departments: readonly string[]
  /** The current choice; undefined if none was made yet. */
  current?: { campusCode: string; department: string }
}

export function PlaceFields({ register, errors, campuses, departments, current }: PlaceFieldsProps) {
  const empty = !current && 'Choose…'
  return (
    <>
      <Field label="Campus" required error={errors.campusCode?.message}>
        <Select
          {...register('campusCode')}
          empty={empty}
          current={current?.campusCode}
          options={campuses.map(({ code, name }) => [code, name])}
        />
      </Field>
      <Field label="Department" required error={errors.department?.message}>
        <Select
          {...register('department')}
          empty={empty}
          current={current?.department}
          options={departments}
        />
      </Field>
    </>
  )
}
