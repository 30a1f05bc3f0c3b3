import { counted } from '#kit/rules/texts/counted.ts'
import type { Overview } from '../../contract.ts'
import { ChartPanel } from './chart-panel.tsx'
import { percentLabel, percentOf } from './labels.ts'
import { departmentsSentence } from './sentences.ts'
import { Stars } from './stars.tsx'

type Department = Overview['departments'][number]
type Campus = Overview['campuses'][number]

/** How many people of each department rated recently. */
export function Departments({ departments }: { departments: readonly Department[] }) {
  const shown = departments.filter(({ people, ratingCount }) => people > 0 || ratingCount > 0)
  return (
    <ChartPanel
      title="By department"
      sentence={departmentsSentence(shown)}
      columns={[
        ['Department', ({ name }) => name],
        ['People', ({ people }) => people],
        ['Rated in 90 days', ({ raters }) => raters],
        ['Average', ({ average }) => average],
        ['Ratings', ({ ratingCount }) => ratingCount],
      ]}
      rows={departments}
      file="departments"
    >
      <ul role="list" className="grid gap-x-10 gap-y-3.5 lg:grid-cols-2">
        {shown.map(({ name, people, raters, average }) => (
          <li key={name}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="wrap-anywhere min-w-0 font-semibold">{name}</span>
              <span className="text-muted text-sm tabular-nums">
                {raters.toLocaleString('en-US')} of {people.toLocaleString('en-US')}
                <span className="sr-only"> people rated</span> · <Stars average={average} />
              </span>
            </span>
            <Bar part={raters} whole={people} />
          </li>
        ))}
      </ul>
    </ChartPanel>
  )
}

const known = [
  ['rated', 'Rated'],
  ['openingTimes', 'Hours'],
  ['position', 'Position'],
  ['price', 'Price'],
] as const

/** How complete the data about each campus's places is. */
export function Campuses({ campuses }: { campuses: readonly Campus[] }) {
  const shown = campuses.filter(({ places }) => places > 0)
  const sum = (key: 'places' | (typeof known)[number][0]) =>
    shown.reduce((all, campus) => all + campus[key], 0)
  const share = (key: (typeof known)[number][0]) => percentLabel(sum(key), sum('places'))
  return (
    <ChartPanel
      title="By campus"
      sentence={`Of ${counted(sum('places'), 'place')}, ${share('rated')} have a rating, ${share('openingTimes')} opening times, ${share('position')} a position and ${share('price')} a price.`}
      columns={[
        ['Campus', ({ name }) => name],
        ['Places', ({ places }) => places],
        ['With a rating', ({ rated }) => rated],
        ['With opening times', ({ openingTimes }) => openingTimes],
        ['With a position', ({ position }) => position],
        ['With a price', ({ price }) => price],
      ]}
      rows={campuses}
      file="campuses"
    >
      <ul role="list" className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        {shown.map(campus => (
          <li key={campus.code}>
            <p className="wrap-anywhere font-semibold">
              {campus.name}{' '}
              <span className="font-normal text-muted text-sm">{counted(campus.places, 'place')}</span>
            </p>
            <ul role="list" className="mt-1 grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-4">
              {known.map(([key, label]) => (
                <li key={key} className="min-w-0 text-sm">
                  <span className="flex flex-wrap justify-between gap-x-2">
                    <span className="text-muted">{label}</span>
                    <span className="tabular-nums">{percentLabel(campus[key], campus.places)}</span>
                  </span>
                  <Bar part={campus[key]} whole={campus.places} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </ChartPanel>
  )
}

function Bar({ part, whole }: { part: number; whole: number }) {
  return (
    <span aria-hidden="true" className="mt-1.5 block h-2 overflow-hidden rounded-full bg-sunken">
      <span
        className="block h-full rounded-full bg-terracotta"
        style={{ width: `${percentOf(part, whole)}%` }}
      />
    </span>
  )
}
