import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Lightbulb, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import type { Lunch } from '../../contract.ts'
import { placesOf } from '../../lunch-places.ts'
import { type LunchSuggestion, suggestPlaces } from '../../lunch-suggestions-contract.ts'
import { ArrivalWarning, FitsDiets } from '../place-notes.tsx'
import { useEnabledPlaces } from '../start/place-finder.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'

interface SuggestPlacesProps {
  lunch: Lunch
  writes: LunchWrites
}

/** On request, up to three places that the people of the lunch would like together. One tap adds one. */
export function SuggestPlaces({ lunch, writes }: SuggestPlacesProps) {
  const [isWanted, setWanted] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="small"
        icon={<Lightbulb />}
        aria-expanded={isWanted}
        className="self-start"
        onClick={() => setWanted(!isWanted)}
      >
        Suggest a place
      </Button>
      {isWanted && <Suggestions lunch={lunch} writes={writes} />}
    </div>
  )
}

function Suggestions({ lunch, writes }: SuggestPlacesProps) {
  const { id, campusCode, people, options, leavesAt } = lunch
  const suggestions = read(suggestPlaces, { params: { id } })
  const query = useQuery({
    ...suggestions,
    // They depend on the people and the places.
    queryKey: [
      ...suggestions.queryKey,
      people.map(person => person.id),
      options.map(option => option.restaurantId),
      leavesAt,
    ],
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const places = useEnabledPlaces(campusCode)
  const found = query.data?.flatMap(suggestion => {
    const place = places?.find(each => each.id === suggestion.restaurantId)
    const isOption = options.some(({ restaurantId }) => restaurantId === suggestion.restaurantId)
    return place && !isOption ? [{ suggestion, place }] : []
  })
  const names = distinctNames([...placesOf(lunch), ...(found ?? []).map(({ place }) => place)])
  if (query.error && !query.data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-brick-ink text-sm">
        Couldn’t suggest a place. {query.error.message}
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!found || !places)
    return (
      <div role="status">
        <span className="sr-only">Looking for places that you would like together</span>
        <Skeleton shape="field" className="h-14" />
      </div>
    )
  return (
    <>
      <LiveText>{`${counted(found.length, 'place')} suggested`}</LiveText>
      {found.length === 0 && (
        <p className="text-muted text-sm">
          No other place to suggest for this lunch. You can add one yourself.
        </p>
      )}
      <ul role="list" className="flex flex-col gap-1.5">
        {found.map(({ suggestion, place }) => (
          <li
            key={place.id}
            className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border border-line px-2.5 py-1.5"
          >
            <div className="min-w-0 flex-1 basis-40 leading-snug">
              <p className="break-words font-medium text-[0.9375rem]">{names.get(place.id)}</p>
              <Reasons suggestion={suggestion} />
              {suggestion.fitsDiets && <FitsDiets />}
              <OpeningNote place={place} leavesAt={leavesAt} />
            </div>
            <Button
              size="small"
              icon={<Plus />}
              onClick={event => event.detail < 2 && writes.addPlace(place.id, place.name)}
            >
              Add<span className="sr-only"> {names.get(place.id)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Reasons({ suggestion: { expected, reasons } }: { suggestion: LunchSuggestion }) {
  const texts = reasons.map(reason =>
    reason.kind === 'people'
      ? `Liked by ${reason.count} people who rate as you all do`
      : `Average of ${counted(reason.count, 'rating')}`,
  )
  return (
    <p className="text-[0.8125rem] text-muted">
      {expected === null ? (
        'Not rated yet'
      ) : (
        <span
          role="img"
          aria-label={`${expected.toFixed(1)} stars expected`}
          className="star-before inline-flex items-center gap-1 align-bottom font-semibold tabular-nums"
        >
          {expected.toFixed(1)}
        </span>
      )}
      {texts.map(text => ` · ${text}`)}
    </p>
  )
}

function OpeningNote({ place, leavesAt }: { place: Restaurant; leavesAt: string }) {
  if (place.openingTimes) return <ArrivalWarning place={place} leavesAt={leavesAt} />
  return <span className="block text-[0.8125rem] text-muted">Opening times unknown</span>
}
