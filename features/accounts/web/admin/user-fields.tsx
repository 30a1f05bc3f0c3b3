import { roles } from '#kit/rules/roles.ts'
import { Choice, Password, Text, Toggle } from '#kit/web/forms/fields.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
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
  form: FormState<UserValues, CheckedUser>
  /** undefined: a new user. */
  user: Account | undefined
  places: UserFormChoices
}

/** Hides fields the viewer's role may not change; name, campus and department are always shown. */
export function UserFields({ form, user, places }: UserFieldsProps) {
  const viewer = useSignedIn()
  const may = (field: AccountField) => !user || mayChange(viewer, user, field)
  const { campuses, departments } = places
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Text {...form.field('firstName')} label={userLabels.firstName} required />
        <Text {...form.field('lastName')} label={userLabels.lastName} required />
      </div>
      <Text
        {...form.field('email')}
        label={userLabels.email}
        hint={!may('email') && 'Your role doesn’t allow changing this address.'}
        required
        type="email"
        readOnly={!may('email')}
      />
      {may('password') && (
        <Password
          {...form.field('password')}
          label="Password"
          hint={user && 'Leave it blank to keep the old one. A new one signs this account out everywhere.'}
          required={!user}
          autoComplete="new-password"
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          {...form.field('campusCode')}
          label={userLabels.campusCode}
          required
          empty={!user && 'Select a campus'}
          current={user?.campusCode}
          options={campuses.map(({ code, name }) => [code, name])}
        />
        <Choice
          {...form.field('department')}
          label={userLabels.department}
          required
          empty={!user && 'Select a department'}
          current={user?.department}
          options={departments}
        />
      </div>
      {viewer.isSuperUser && may('role') && (
        <Choice
          {...form.field('role')}
          label={userLabels.role}
          options={roles.map(role => [role, roleNames[role]])}
        />
      )}
      {user && may('canLogin') && (
        <Toggle
          {...form.field('canLogin')}
          label={userLabels.canLogin}
          hint="Switching this off signs the account out everywhere immediately."
        />
      )}
    </>
  )
}
