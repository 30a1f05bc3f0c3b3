import { LazyLunchDialogs } from '#web/kit/lunches/lazy-lunches.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { closeDialogs, useDialogs } from './dialog-search.ts'

// A list can be used without them.
const OpenDialogs = lazyDialog(async () => (await import('./open-dialogs.tsx')).OpenDialogs)

/** Before the page is rendered: what its address opens is rendered with it. A failure surfaces where it is opened. */
export async function loadWhatIsOpened(): Promise<void> {
  if (new URLSearchParams(location.search).has('restaurant')) await OpenDialogs.load().catch(() => undefined)
}

/** Details, rating and editors of the restaurant in the address, on any page. */
export function RestaurantDialogs() {
  const { restaurant, rate } = useDialogs()
  return (
    <>
      <OpenDialogs
        open={restaurant !== undefined || rate !== undefined}
        onClose={() => closeDialogs('restaurant', 'edit', 'rate')}
      />
      <LazyLunchDialogs />
    </>
  )
}
