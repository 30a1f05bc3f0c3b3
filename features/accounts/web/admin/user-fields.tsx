import { type UseFormReturn, useFormState } from 'react-hook-form'
import { roles } from '#kit/rules/roles.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { EmailInput, Input } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import type { Account } from '../../people-contract.ts'
import { type AccountField, mayChange } from '../../ranks.ts'
import { useSignedIn } from '../viewer.ts'
import {
  type CheckedUser,
  roleNames,
  type UserFormChoices,
  type UserValues,
  userLabels,
} from './user-form.ts'

interface UserFieldsProps {
  form: UseFormReturn<UserValues, unknown, CheckedUser>
  /** undefined: a new user. */
  user: Account | undefined
  places: UserFormChoices
}

/** Hides fields the viewer's role may not change; name, campus and department are always shown. */
export function UserFields({ form, user, places }: UserFieldsProps) {
  const viewer = useSignedIn()
  const { register, control } = form
  const { errors } = useFormState({ control })
  const may = (field: AccountField) => !user || mayChange(viewer, user, field)
  const { campuses, departments } = places
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={userLabels.firstName} error={errors.firstName?.message} required>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label={userLabels.lastName} error={errors.lastName?.message} required>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field
        label={userLabels.email}
        error={errors.email?.message}
        hint={!may('email') && 'Your role doesn’t allow changing this address.'}
        required
      >
        <EmailInput autoComplete="off" {...register('email')} readOnly={!may('email')} />
      </Field>
      {may('password') && (
        <Field
          label="Password"
          error={errors.password?.message}
          hint={user && 'Leave it blank to keep the old one. A new one signs this account out everywhere.'}
          required={!user}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={userLabels.campusCode} error={errors.campusCode?.message} required>
          <Select
            {...register('campusCode')}
            empty={!user && 'Select a campus'}
            current={user?.campusCode}
            options={campuses.map(({ code, name }) => [code, name])}
          />
        </Field>
        <Field label={userLabels.department} error={errors.department?.message} required>
          <Select
            {...register('department')}
            empty={!user && 'Select a department'}
            current={user?.department}
            options={departments}
          />
        </Field>
      </div>
      {viewer.isSuperUser && may('role') && (
        <Field label={userLabels.role} error={errors.role?.message}>
          <Select {...register('role')} options={roles.map(role => [role, roleNames[role]])} />
        </Field>
      )}
      {user && may('canLogin') && (
        <Switch
          label={userLabels.canLogin}
          hint="Switching this off signs the account out everywhere immediately."
          {...register('canLogin')}
        />
      )}
    </>
  )
}
