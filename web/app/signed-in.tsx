import type { User } from '#contract/people.ts'
import { DepartureBar } from '#web/features/lunches/departure-bar.tsx'
import { LunchesLive } from '#web/features/lunches/lunches-live.tsx'
import { closeDialogs, useDialogs } from '#web/shared/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const SuggestDialog = lazyDialog(
  async () => (await import('#web/shared/suggestions/suggest-dialog.tsx')).SuggestDialog,
  { rare: true },
)

/** Shown on every page of signed-in users. */
export function SignedIn({ viewer, path }: { viewer: User; path: string }) {
  return (
    <>
      <LazySuggest />
      {/* A new key per department, since each has its own lunches. */}
      <LunchesLive key={viewer.department} viewerId={viewer.id} />
      <DepartureBar viewerId={viewer.id} path={path} />
    </>
  )
}

/** The form for requests and reports, on every page. */
function LazySuggest() {
  const { suggest } = useDialogs()
  return <SuggestDialog open={suggest !== undefined} onClose={() => closeDialogs('suggest')} />
}
