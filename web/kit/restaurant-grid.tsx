import { lazy, Suspense } from 'react'
import { useMedia } from '#web/lib/media.ts'
import { OsmCredit } from '#web/ui/osm-credit.tsx'
import { type GridProps, WholeGrid } from './whole-grid.tsx'

/** Up to here all names are in the page, for the browser's own search; beyond, only those around the window. */
const mostCardsAtOnce = 120
/** Shown of a long list while the windowed grid loads. */
const cardsMeanwhile = 12

const WindowedGrid = lazy(() =>
  import('./windowed-grid.tsx').then(
    module => ({ default: module.WindowedGrid }),
    // Drawn slowly is better than not at all.
    () => ({ default: WholeGrid }),
  ),
)

/** Restaurants as cards. */
export function RestaurantGrid(props: GridProps) {
  return (
    <>
      <Cards {...props} />
      <OsmCredit of={props.cards.flatMap(({ restaurant }) => restaurant ?? [])} className="mt-5" />
    </>
  )
}

function Cards(props: GridProps) {
  const large = useMedia('(min-width: 64rem)')
  const small = useMedia('(min-width: 40rem)')
  const columns = large ? 3 : small ? 2 : 1
  if (props.cards.length <= mostCardsAtOnce) return <WholeGrid columns={columns} {...props} />
  return (
    <Suspense
      fallback={<WholeGrid columns={columns} {...props} cards={props.cards.slice(0, cardsMeanwhile)} />}
    >
      <WindowedGrid key={columns} columns={columns} {...props} />
    </Suspense>
  )
}
