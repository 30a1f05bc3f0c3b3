import { lazy, Suspense } from 'react'
import { useSticky } from '#web/lib/state.ts'
import { useSuggestForm } from './suggestion-search.ts'

const Dialog = lazy(async () => ({ default: (await import('./suggest-dialog.tsx')).SuggestDialog }))

/** The form for requests and reports, loaded once the address names one. */
export function LazySuggest() {
  const { kind } = useSuggestForm()
  const isWanted = useSticky(kind) !== undefined
  return isWanted ? (
    <Suspense>
      <Dialog />
    </Suspense>
  ) : null
}
