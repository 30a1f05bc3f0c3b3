import { type Dispatch, type SetStateAction, useState } from 'react'
import {
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form'
import { useRestoredDraft } from './restored-draft.ts'

/** Keeps a draft of a form's changed fields, but never of a password or a webhook's address. */
export function useFormDraft<Values extends FieldValues, Checked>(
  name: string,
  form: UseFormReturn<Values, unknown, Checked>,
): void {
  const { dirtyFields } = useFormState({ control: form.control })
  useRestoredDraft<Partial<Values>>(
    name,
    () => {
      const values = form.getValues()
      const typed = Object.keys(dirtyFields).filter(field => !isSecret(field))
      return typed.length === 0
        ? undefined
        : (Object.fromEntries(typed.map(field => [field, values[field]])) as Partial<Values>)
    },
    draft => {
      for (const [field, value] of Object.entries(draft)) {
        form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
      }
    },
  )
}

const isSecret = (field: string) => /password|webhook/i.test(field)

/**
 * Until the user's first edit, the version being edited follows others' changes. After that, saving detects
 * conflicts.
 */
export function useLatestUntilEdited<T extends { updatedAt: string | null } | undefined>(
  latest: T,
  [base, setBase]: [T, Dispatch<SetStateAction<T>>],
  isDirty: boolean,
  draft = 'version',
): void {
  const [isRestored, setRestored] = useState(false)
  if (!isDirty && !isRestored && latest?.updatedAt !== base?.updatedAt) setBase(latest)
  // A restored draft also restores the version it was typed on, so that saving still detects conflicts.
  useRestoredDraft(
    draft,
    () => (isDirty ? base : undefined),
    before => {
      setBase(before)
      setRestored(true)
    },
  )
}
