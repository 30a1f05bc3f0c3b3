import type { Campus } from '#features/campuses/contract.ts'
import { Choice, Password, Text } from '#kit/web/forms/fields.tsx'
import type { FieldState } from '#kit/web/forms/use-form.ts'

/** A form that has these fields, among others. */
interface FormWith<Name extends string> {
  field: (name: Name) => FieldState<string>
}

/** First and last name, side by side if there is room. */
export function NameFields({ form: { field } }: { form: FormWith<'firstName' | 'lastName'> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Text {...field('firstName')} label="First name" required autoComplete="given-name" />
      <Text {...field('lastName')} label="Last name" required autoComplete="family-name" />
    </div>
  )
}

interface PlaceFieldsProps {
  form: FormWith<'campusCode' | 'department'>
  campuses: readonly Campus[]
  departments: readonly string[]
  /** The current choice; undefined if none was made yet. */
  current?: { campusCode: string; department: string }
}

export function PlaceFields({ form: { field }, campuses, departments, current }: PlaceFieldsProps) {
  const empty = !current && 'Choose…'
  return (
    <>
      <Choice
        {...field('campusCode')}
        label="Campus"
        required
        empty={empty}
        current={current?.campusCode}
        options={campuses.map(({ code, name }) => [code, name])}
      />
      <Choice
        {...field('department')}
        label="Department"
        required
        empty={empty}
        current={current?.department}
        options={departments}
      />
    </>
  )
}

type WithNewPassword = FormWith<'newPassword' | 'confirmPassword'>

export function NewPasswordFields({ form: { field } }: { form: WithNewPassword }) {
  return (
    <>
      <Password
        {...field('newPassword')}
        label="New password"
        hint="6 characters or more"
        required
        autoComplete="new-password"
      />
      <Password {...field('confirmPassword')} label="Confirm password" required autoComplete="new-password" />
    </>
  )
}
