import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCampusRestaurants, type Restaurant } from '#contract/restaurants.ts'
import { matchesSearch } from '#domain/search.ts'
import { read } from '#web/api/queries.ts'
import { Combobox } from '#web/ui/combobox.tsx'

interface PlaceFinderProps {
  campusCode: string
  /** Not offered any more. */
  without: readonly number[]
  onChoose: (restaurant: Restaurant) => void
  label?: string
}

const mostChoices = 8

/** The open restaurants of a campus. */
export function useOpenPlaces(campusCode: string): Restaurant[] | undefined {
  const list = useQuery(read(listCampusRestaurants, { params: { campusCode } }))
  return list.data?.filter(({ disabled }) => !disabled)
}

/** Finds a place by its name. */
export function PlaceFinder({ campusCode, without, onChoose, label }: PlaceFinderProps) {
  const places = useOpenPlaces(campusCode)
  const [typed, setTyped] = useState('')
  const found = places
    ?.filter(place => !without.includes(place.id) && matchesSearch(place, typed))
    .slice(0, mostChoices)
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
      choices={found?.map(({ id, name, address }) => ({ id, label: name, detail: address }))}
    />
  )
}
