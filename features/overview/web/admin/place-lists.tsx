import type { ReactNode } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { formatAverage } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { Overview } from '../../contract.ts'
import { Stars } from './stars.tsx'

type Lists = Overview['lists']
type Place = { id: number; name: string; campusCode: string }

export function PlaceLists({ lists }: { lists: Lists }) {
  const { mostLoved, mostDisputed, mostVisited, longUnrated, newcomers } = lists
  return (
    // On paper, Firefox doesn't make a grid longer by the room that its unbroken cards leave at the ends of pages.
    <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3 print:flex print:flex-col print:items-stretch">
      <List
        title="Most loved"
        lead={
          mostLoved.usual === null
            ? 'By average and number of ratings.'
            : `By average, but many ratings count for more than a few: each place is compared as if it had five more ratings of ${formatAverage(mostLoved.usual)}, the average of all.`
        }
        places={mostLoved.places}
        about={ratedAs}
        none="Nothing is rated yet."
      />
      <List
        title="Most disputed"
        lead="Places with at least five ratings that differ most: the average, and how far most ratings are from it."
        places={mostDisputed}
        about={({ average, spread, ratingCount }) => (
          <>
            <Stars average={average} /> ± {spread.toFixed(1)} from {counted(ratingCount, 'rating')}
          </>
        )}
        none="No place has five ratings that differ."
      />
      <List
        title="Most visited"
        lead="In the last 30 days. Places that fewer than three people visited aren’t shown."
        places={mostVisited}
        about={({ visits }) => counted(visits, 'visit')}
        none="No place had three visitors."
      />
      <List
        title="Not rated for six months"
        lead={totalOf(longUnrated.total, longUnrated.places.length, 'Longest ago first')}
        places={longUnrated.places}
        about={({ lastRatedAt }) =>
          lastRatedAt === null ? (
            'Never rated'
          ) : (
            <>
              Last rated <Timestamp at={lastRatedAt} dayOnly />
            </>
          )
        }
        none="Everything was rated in the last six months, or is newer."
      />
      <List
        title="Newcomers"
        lead={totalOf(newcomers.total, newcomers.places.length, 'Added in the last 60 days')}
        places={newcomers.places}
        about={({ createdAt, ratingCount }) => (
          <>
            Added <Timestamp at={createdAt} dayOnly /> ·{' '}
            {ratingCount === 0 ? 'No ratings yet' : counted(ratingCount, 'rating')}
          </>
        )}
        none="Nothing was added in the last 60 days."
      />
    </div>
  )
}

const totalOf = (total: number, shown: number, otherwise: string) =>
  total > shown ? `${otherwise}: ${shown} of ${total.toLocaleString('en-US')}.` : `${otherwise}.`

const ratedAs = ({ average, ratingCount }: { average: number | null; ratingCount: number }) => (
  <>
    <Stars average={average} /> from {counted(ratingCount, 'rating')}
  </>
)

interface ListProps<P> {
  title: string
  lead: string
  places: readonly P[]
  about: (place: P) => ReactNode
  none: string
}

function List<P extends Place>({ title, lead, places, about, none }: ListProps<P>) {
  const campusName = useCampusName()
  const names = distinctNames(places)
  return (
    <Panel title={title} lead={lead}>
      {places.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ol role="list" className="flex flex-col divide-y divide-line">
          {places.map(place => (
            <li key={place.id} className="wrap-anywhere py-1.5">
              <Link
                to="/admin"
                search={{ section: 'restaurants', edit: String(place.id) }}
                className="inline-flex min-h-8 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:min-h-11"
              >
                {names.get(place.id)}
              </Link>
              <span className="block text-muted text-sm">
                {about(place)} · {campusName(place.campusCode)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
