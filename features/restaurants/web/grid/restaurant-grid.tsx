import { OsmCredit } from '#features/map/web/osm-credit.tsx'
import { useMedia } from '#kit/web/browser/media.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import type { Restaurant } from '../../contract.ts'
import { DistinctNames } from '../distinct-names.tsx'
import { type GridProps, WholeGrid } from './whole-grid.tsx'

/**
 * Up to this many cards, all names are in the page and can be found with Ctrl+F; a longer list only renders
 * the cards around the viewport.
 */
const maxWholeGridCards = 120
/** How many cards of a long list are shown while the windowed grid loads. */
const fallbackCards = 12

const WindowedGrid = lazyPart(async () => (await import('./windowed-grid.tsx')).WindowedGrid, {
  Placeholder: props => <WholeGrid {...props} cards={props.cards.slice(0, fallbackCards)} />,
  // Slow rendering is better than none.
  Instead: WholeGrid,
})

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
  return <WindowedGrid key={columns} columns={columns} {...props} />
}
