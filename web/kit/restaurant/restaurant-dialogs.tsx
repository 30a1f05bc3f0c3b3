import { Suspense } from 'react'
import { LazyLunchDialogs } from '#web/kit/lunches/lazy-lunches.tsx'
import { loadable } from '#web/lib/loadable.tsx'
import { useSticky } from '#web/lib/state.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { useDialogs } from './dialog-search.ts'

// A list can be used without them; they come once it stands.
const OpenDialogs = loadable(async () => (await import('./open-dialogs.tsx')).OpenDialogs)

/** Before the page is rendered: what its address opens is rendered with it. A failure surfaces where it is opened. */
export async function loadWhatIsOpened(): Promise<void> {
  if (new URLSearchParams(location.search).has('restaurant')) await OpenDialogs.load().catch(() => undefined)
}

/** Details, rating and editors of the restaurant in the address, on any page. */
export function RestaurantDialogs() {
  const { restaurant, rate } = useDialogs()
  const wasOpened = useSticky(restaurant ?? rate) !== undefined
  useWhenIdle(OpenDialogs.load)
  return (
    <>
      {wasOpened && (
        <Suspense>
          <OpenDialogs />
        </Suspense>
      )}
      <LazyLunchDialogs />
    </>
  )
}
