import { useEffect, useEffectEvent, useState } from 'react'
import { readDraft, useDraft } from '../drafts.ts'

/** For forms that get their draft after they are rendered. */
export function useRestoredDraft<T>(
  name: string,
  read: () => T | undefined,
  restore: (draft: T) => void,
): void {
  const [draft] = useState(() => readDraft<T>(name))
  const onRestore = useEffectEvent(restore)
  useDraft(name, read)
  useEffect(() => {
    if (draft !== undefined) queueMicrotask(() => onRestore(draft))
  }, [draft])
}
