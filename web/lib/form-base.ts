import { type Dispatch, type SetStateAction, useState } from 'react'
import { useDraft } from './drafts.ts'

/**
 * Until the user's first edit, the version being edited follows others' changes. After that, saving detects
 * conflicts.
 */
export function useLatestUntilEdited<T extends { updatedAt: string } | undefined>(
  latest: T,
  [base, setBase]: [T, Dispatch<SetStateAction<T>>],
  isDirty: boolean,
): void {
  const [isRestored, setRestored] = useState(false)
  if (!isDirty && !isRestored && latest?.updatedAt !== base?.updatedAt) setBase(latest)
  // A restored draft also restores the version it was typed on, so that saving still detects conflicts.
  useDraft(
    'version',
    () => (isDirty ? base : undefined),
    before => {
      setBase(before)
      setRestored(true)
    },
  )
}
