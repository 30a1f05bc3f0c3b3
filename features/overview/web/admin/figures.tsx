import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { cardClass } from '#kit/web/ui/card.tsx'
import type { Figure, Overview } from '../../contract.ts'

/** The last 30 days in four numbers. */
export function Figures({ figures: { signedIn, ratings, lunches, visits } }: Pick<Overview, 'figures'>) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="mb-3 !text-xl">
        The last 30 days
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile label="People signed in" figure={signedIn} unknown="Counted from the next sign-in on" />
        <Tile label="Ratings" figure={ratings} />
        <Tile label="Lunches" figure={lunches} />
        <Tile label="Visits" figure={visits} unknown="By fewer than three people, so not shown" />
      </dl>
    </section>
  )
}

function Tile({ label, figure, unknown }: { label: string; figure: Figure; unknown?: string }) {
  const { last } = figure
  return (
    <div className={cardClass('flex min-w-0 flex-col p-4 sm:p-5')}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1">
        <span className="block font-semibold font-serif text-3xl tabular-nums">
          {last === null ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">Not shown.</span>
            </>
          ) : (
            last.toLocaleString('en-US')
          )}
        </span>
        <span className="mt-1 block text-muted text-sm">
          {last === null ? unknown : <Change figure={figure} last={last} />}
        </span>
      </dd>
    </div>
  )
}

function Change({ figure: { before }, last }: { figure: Figure; last: number }) {
  if (before === null) return 'Nothing to compare with yet'
  const more = last - before
  const Icon = more > 0 ? TrendingUp : more < 0 ? TrendingDown : Minus
  return (
    <>
      <Icon className="mr-1.5 inline size-4 align-text-bottom" />
      {more === 0
        ? 'As many as'
        : `${Math.abs(more).toLocaleString('en-US')} ${more > 0 ? 'more' : 'fewer'} than`}{' '}
      in the 30 days before
    </>
  )
}
