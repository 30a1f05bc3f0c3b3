import { useQuery } from '@tanstack/react-query'
import { Dices, Heart, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { listFavoriteIds } from '#features/favorites/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { mayBeOpen } from '#features/restaurants/opening/arrival.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { draw } from '../../lunch-arrival.ts'
import { maxPlaces } from '../../lunch-fields.ts'
import { ArrivalWarning } from '../place-notes.tsx'
import { PlaceFinder, useOfferedPlaces } from './place-finder.tsx'

interface PlacesFieldProps {
  campusCode: string
  leavesAt: string
  places: readonly Restaurant[]
  hint: string
  error: string | undefined
  onChange: (places: readonly Restaurant[]) => void
  picture: (restaurant: Restaurant) => ReactNode
}

/** The chosen places, and ways to choose more. */
export function PlacesField({
  campusCode,
  leavesAt,
  places,
  hint,
  error,
  onChange,
  picture,
}: PlacesFieldProps) {
  const { timeZone: zone } = usePublicConfig()
  const all = useOfferedPlaces(campusCode)
  const favorites = useQuery(read(listFavoriteIds)).data ?? []
  const isChosen = (id: number) => places.some(place => place.id === id)
  const add = (more: readonly Restaurant[]) =>
    onChange([...places, ...more.filter(({ id }) => !isChosen(id))])
  const others = all?.filter(({ id }) => !isChosen(id)) ?? []
  const isOpenThen = mayBeOpen(new Date(leavesAt), zone)
  const randomButton = useRef<HTMLButtonElement>(null)
  /** How many of three random places are missing, since all others are closed when a lunch that leaves then arrives. */
  const [missing, setMissing] = useState({ leavesAt, count: 0 })
  const isNoneOpen =
    missing.count > 0 && missing.leavesAt === leavesAt && others.length > 0 && !others.some(isOpenThen)
  const drawMore = (count: number, from: readonly Restaurant[]) => {
    const drawn = draw(from, count, randomBelow)
    add(drawn)
    setMissing({ leavesAt, count: count - drawn.length })
    randomButton.current?.focus()
  }
  const offered = favorites
    .flatMap(restaurantId => all?.find(({ id }) => id === restaurantId) ?? [])
    .filter(({ id }) => !isChosen(id))
    .slice(0, 6)
  const names = distinctNames([...places, ...offered])
  const nameOf = (place: Restaurant) => names.get(place.id) ?? place.name
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">
        Where to? <span className="font-normal text-muted">{hint}</span>
      </legend>
      {places.length > 0 && (
        <ul role="list" className="flex flex-col gap-2">
          {places.map(place => (
            <li
              key={place.id}
              className="flex min-w-0 items-center gap-3 rounded-sm border border-line py-0.5 pl-2"
            >
              <span aria-hidden="true" className="size-9 shrink-0 overflow-hidden rounded-sm">
                {picture(place)}
              </span>
              <span className="min-w-0 flex-1 break-words leading-snug">
                <span className="font-medium">{nameOf(place)}</span>
                <ArrivalWarning place={place} leavesAt={leavesAt} />
              </span>
              <IconButton
                label={`Remove ${nameOf(place)}`}
                onClick={() => onChange(places.filter(({ id }) => id !== place.id))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {places.length < maxPlaces && (
        <>
          <Field label="Add a place" hideLabel error={error}>
            <PlaceFinder
              campusCode={campusCode}
              leavesAt={leavesAt}
              exclude={places.map(({ id }) => id)}
              onChoose={place => add([place])}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={randomButton}
              size="small"
              icon={<Dices />}
              disabled={others.length === 0}
              onClick={() => drawMore(3, others.filter(isOpenThen))}
            >
              Three at random
            </Button>
            {offered.map(place => (
              <Button
                key={place.id}
                size="small"
                icon={<Heart />}
                onClick={() => add([place])}
                className="max-w-full"
              >
                <span className="max-w-64 truncate">{nameOf(place)}</span>
              </Button>
            ))}
          </div>
          <LiveText>{isNoneOpen && noneOpen}</LiveText>
          {isNoneOpen && (
            <p className="flex flex-wrap items-center gap-x-2">
              {noneOpen}
              <Button size="small" variant="quiet" onClick={() => drawMore(missing.count, others)}>
                Draw from all
              </Button>
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}

const noneOpen = 'No other place is open then.'
const randomBelow = (below: number) => Math.floor(Math.random() * below)
