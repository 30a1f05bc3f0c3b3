import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#contract/people.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { fullName } from '#web/features/account/names.ts'
import { changedValues } from '#web/lib/changed-values.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCreateUser, useUpdateUser } from './use-user-writes.ts'
import { UserFields } from './user-fields.tsx'
import { type CheckedUser, type Places, type UserValues, userForm, userValues } from './user-form.ts'
import { VerificationNotice } from './verification-notice.tsx'

interface UserDialogProps {
  viewer: User
  /** undefined: a new one. */
  user: User | undefined
  places: Places
  open: boolean
  onClose: () => void
}

export function UserDialog({ viewer, user, places, open, onClose }: UserDialogProps) {
  // What was edited stays the same, whatever others save meanwhile: only what differs from it is sent.
  const [base] = useState(user)
  const form = useForm<UserValues, unknown, CheckedUser>({
    resolver: zodResolver(userForm(places.domains, base)),
    defaultValues: userValues(base),
  })
  const create = useCreateUser(error => putFieldErrors(error, form))
  const update = useUpdateUser(error => putFieldErrors(error, form))

  const save = ({ role, password = '', ...values }: CheckedUser) =>
    base
      ? update.mutateAsync({
          params: { id: String(base.id) },
          body: changedValues({ ...values, role, password: password || undefined }, base),
        })
      : // Whoever may not set a role doesn't send one.
        create.mutateAsync({ body: { ...values, password, ...(viewer.isSuperUser && { role }) } })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={user ? 'Edit User' : 'Add User'}
      description={user && fullName(user)}
      form={form}
      onSubmit={save}
      submitLabel={user ? 'Save User' : 'Add User'}
    >
      {user && !user.isVerified && <VerificationNotice viewer={viewer} user={user} />}
      <UserFields form={form} viewer={viewer} user={user} places={places} />
    </FormDialog>
  )
}
