import { lazy, Suspense } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { DistinctNames } from '#web/lib/distinct-names.tsx'
import { loadCode } from '#web/lib/load-code.ts'
import { useMedia } from '#web/lib/media.ts'
import { OsmCredit } from '#web/ui/osm-credit.tsx'
import { type GridProps, WholeGrid } from './whole-grid.tsx'

/**
 * Up to this many cards, all names are in the page and can be found with Ctrl+F; a longer list only renders
 * the cards around the viewport.
 */
const maxWholeGridCards = 120
/** How many cards of a long list are shown while the windowed grid loads. */
const fallbackCards = 12

const WindowedGrid = lazy(() =>
  loadCode(() => import('./windowed-grid.tsx')).then(
    module => ({ default: module.WindowedGrid }),
    // Slow rendering is better than none.
    () => ({ default: WholeGrid }),
  ),
)

/** Restaurants as cards. `among`: all of the list, if only some of them are shown. */
export function RestaurantGrid({ among, ...props }: GridProps & { among?: readonly Restaurant[] }) {
  const shown = props.cards.flatMap(({ restaurant }) => restaurant ?? [])
  return (
    <DistinctNames of={among ?? shown}>
      <Cards {...props} />
      <OsmCredit of={shown} className="mt-5" />
    </DistinctNames>
  )
}

function Cards(props: GridProps) {
  const large = useMedia('(min-width: 64rem)')
  const small = useMedia('(min-width: 40rem)')
  const columns = large ? 3 : small ? 2 : 1
  if (props.cards.length <= maxWholeGridCards) return <WholeGrid columns={columns} {...props} />
  return (
    <Suspense
      fallback={<WholeGrid columns={columns} {...props} cards={props.cards.slice(0, fallbackCards)} />}
    >
      <WindowedGrid key={columns} columns={columns} {...props} />
    </Suspense>
  )
}
