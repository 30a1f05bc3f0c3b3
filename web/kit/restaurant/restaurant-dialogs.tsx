import { lazy, Suspense } from 'react'
import { LazyLunchDialogs } from '#web/kit/lunches/lazy-lunches.tsx'
import { useSticky } from '#web/lib/state.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { useDialogs } from './dialog-search.ts'

// A list can be used without them; they come once it stands.
const load = () => import('./open-dialogs.tsx')
const OpenDialogs = lazy(async () => ({ default: (await load()).OpenDialogs }))

/** Details, rating and editors of the restaurant in the address, on any page. */
export function RestaurantDialogs() {
  const { restaurant, rate } = useDialogs()
  const wasOpened = useSticky(restaurant ?? rate) !== undefined
  useWhenIdle(load)
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
