import { useState } from 'react'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Picker, type PickerProps } from '#kit/web/list/picker.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import type { Choice } from '#kit/web/ui/inputs/combobox.tsx'
import { listUsers } from '../users-contract.ts'

/** Finds one account by name, email, campus or department. */
export function UserPicker(props: PickerProps) {
  return (
    <Picker
      endpoint={listUsers}
      choiceOf={user => ({ id: user.id, label: fullName(user), detail: user.email })}
      {...props}
    />
  )
}

interface UserFilterProps {
  label: string
  placeholder: string
  /** The visible rows. The address only has an id; after a reload, the name is taken from these. */
  rows: readonly { userId: number | null; user: Parameters<typeof fullName>[0] | null }[]
}

/** Narrows a list to one person. */
export function UserFilter({ label, placeholder, rows }: UserFilterProps) {
  const { userId } = useParams({ userId: param.id })
  const [chosen, setChosen] = useState<Choice>()
  const user = rows.find(row => row.userId === userId)?.user
  const name = user ? fullName(user) : chosen?.id === userId ? chosen?.label : `User ${userId}`
  return (
    <Field label={label} hideLabel className="w-52">
      <UserPicker
        placeholder={placeholder}
        chosen={userId ? (name ?? '') : ''}
        onChoose={choice => {
          setChosen(choice)
          urlParams.refine({ userId: choice?.id, page: undefined })
        }}
      />
    </Field>
  )
}
