import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCampusRestaurants, type Restaurant } from '#features/restaurants/contract.ts'
import { useHiddenPlaces } from '#features/visits/web/hidden-places.ts'
import { matchesSearch } from '#kit/rules/texts/search.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Combobox } from '#kit/web/ui/inputs/combobox.tsx'
import { arrivalWarning } from '../../lunch-arrival.ts'

interface PlaceFinderProps {
  campusCode: string
  leavesAt: string
  /** Ids of places that must not be offered, e.g. because they were chosen already. */
  exclude: readonly number[]
  onChoose: (restaurant: Restaurant) => void
  label?: string
}

const maxChoices = 8

/** The enabled restaurants of a campus, without those the viewer has hidden. */
export function useOfferedPlaces(campusCode: string): Restaurant[] | undefined {
  const places = useEnabledPlaces(campusCode)
  const { isPending, isHidden } = useHiddenPlaces()
  // If the hidden ones fail to load, show all.
  return isPending ? undefined : places?.filter(({ id }) => !isHidden(id))
}

export function useEnabledPlaces(campusCode: string): Restaurant[] | undefined {
  const list = useQuery(read(listCampusRestaurants, { params: { campusCode } }))
  return list.data?.filter(({ disabled }) => !disabled)
}

/** Finds a place by name, including hidden ones. Warns if it will be closed when the lunch arrives. */
export function PlaceFinder({ campusCode, leavesAt, exclude, onChoose, label }: PlaceFinderProps) {
  const { timeZone } = usePublicConfig()
  const places = useEnabledPlaces(campusCode)
  const [typed, setTyped] = useState('')
  const found = places
    ?.filter(place => !exclude.includes(place.id) && matchesSearch(place, typed))
    .slice(0, maxChoices)
  return (
    <Combobox
      {...(label === undefined ? {} : { label })}
      placeholder="Search places..."
      chosen=""
      onType={setTyped}
      onChoose={choice => {
        const place = places?.find(({ id }) => id === choice?.id)
        if (place) onChoose(place)
      }}
      choices={found?.map(place => {
        const warning = arrivalWarning(place, new Date(leavesAt), timeZone)?.text
        const detail = warning ? `${warning} · ${place.address}` : place.address
        return { id: place.id, label: place.name, detail }
      })}
    />
  )
}
