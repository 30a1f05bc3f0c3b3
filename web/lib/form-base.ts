import { type Dispatch, type SetStateAction, useState } from 'react'
import { useDraft } from './drafts.ts'

/** Others' changes are taken over into the version being edited until the first edit; after that, saving detects conflicts. */
export function useLatestUntilEdited<T extends { updatedAt: string } | undefined>(
  latest: T,
  [base, setBase]: [T, Dispatch<SetStateAction<T>>],
  isDirty: boolean,
): void {
  const [isRestored, setRestored] = useState(false)
  if (!isDirty && !isRestored && latest?.updatedAt !== base?.updatedAt) setBase(latest)
  // What was typed before the session ended was typed onto this version, so the save still finds conflicts.
  useDraft(
    'version',
    () => (isDirty ? base : undefined),
    before => {
      setBase(before)
      setRestored(true)
    },
  )
}
