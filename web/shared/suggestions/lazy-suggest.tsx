import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useSuggestForm } from './suggestion-search.ts'

const SuggestDialog = lazyDialog(async () => (await import('./suggest-dialog.tsx')).SuggestDialog, {
  rare: true,
})

/** The form for requests and reports, on every page. */
export function LazySuggest() {
  const { kind, close } = useSuggestForm()
  return <SuggestDialog open={kind !== undefined} onClose={close} />
}
