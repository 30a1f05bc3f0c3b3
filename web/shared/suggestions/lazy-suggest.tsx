import { closeDialogs, useDialogs } from '#web/shared/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const SuggestDialog = lazyDialog(async () => (await import('./suggest-dialog.tsx')).SuggestDialog, {
  rare: true,
})

/** The form for requests and reports, on every page. */
export function LazySuggest() {
  const { suggest } = useDialogs()
  return <SuggestDialog open={suggest !== undefined} onClose={() => closeDialogs('suggest')} />
}
