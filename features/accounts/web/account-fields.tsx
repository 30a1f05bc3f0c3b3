import type { Campus } from '#features/campuses/contract.ts'
import { Choice, Password, Text } from '#kit/web/forms/fields.tsx'
import type { FieldState } from '#kit/web/forms/use-form.ts'

interface NameFieldsProps {
  firstName: FieldState<string>
  lastName: FieldState<string>
}

/** First and last name, side by side if there is room. */
export function NameFields({ firstName, lastName }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Text {...firstName} label="First name" required autoComplete="given-name" />
      <Text {...lastName} label="Last name" required autoComplete="family-name" />
    </div>
  )
}

interface PlaceFieldsProps {
  campusCode: FieldState<string>
  department: FieldState<string>
  campuses: readonly Campus[]
  departments: readonly string[]
  /** The current choice; undefined if none was made yet. */
  current?: { campusCode: string; department: string }
}

export function PlaceFields({ campusCode, department, campuses, departments, current }: PlaceFieldsProps) {
  const empty = !current && 'Choose…'
  return (
    <>
      <Choice
        {...campusCode}
        label="Campus"
        required
        empty={empty}
        current={current?.campusCode}
        options={campuses.map(({ code, name }) => [code, name])}
      />
      <Choice
        {...department}
        label="Department"
        required
        empty={empty}
        current={current?.department}
        options={departments}
      />
    </>
  )
}

interface NewPasswordFieldsProps {
  newPassword: FieldState<string>
  confirmPassword: FieldState<string>
}

export function NewPasswordFields({ newPassword, confirmPassword }: NewPasswordFieldsProps) {
  return (
    <>
      <Password
        {...newPassword}
        label="New password"
        hint="6 characters or more"
        required
        autoComplete="new-password"
      />
      <Password {...confirmPassword} label="Confirm password" required autoComplete="new-password" />
    </>
  )
}
