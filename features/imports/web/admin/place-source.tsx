import type { ReactNode } from 'react'
import type { getConfigStatus } from '#features/geocoding/contract.ts'
import { priceLabels } from '#features/restaurants/price.ts'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import { read } from '#kit/web/api/queries.ts'
import { osmTurnedOff, searchOsm } from '../../osm-contract.ts'
import { searchYelp, yelpNotConfigured } from '../../yelp-contract.ts'
import type { SearchArea } from './search-area-form.tsx'

/** A place that a search found. */
export interface FoundPlace {
  id: string
  name: string
  address: string
  cuisine: string | null
  miles: number | null
  /** Whether the campus already has it: then it can't be chosen. */
  isHere: boolean
  /** What else this source knows of it; undefined for what it never has. */
  imageUrl?: string | null
  detail: ReactNode
}

/** Where places come from. */
export interface PlaceSource<E extends Endpoint> {
  key: 'yelp' | 'osm'
  name: string
  isOn: (status: Reply<typeof getConfigStatus>) => boolean
  /** Shown where it isn't on; `isConfigured`: on the configuration page. */
  off: { title: string; text: string; isConfigured: boolean }
  lead?: string
  query: (area: SearchArea) => ReturnType<typeof read<E>>
  placesIn: (reply: Reply<E>) => FoundPlace[]
  /** How many it knows, if it names only the nearest. */
  totalIn?: (reply: Reply<E>) => number
  detail: { header: string; className?: string }
  texts: { search: string; searching: string; failed: string; nothing: string; isHere: string }
}

export const yelp: PlaceSource<typeof searchYelp> = {
  key: 'yelp',
  name: 'Yelp',
  isOn: ({ yelpKeyExists }) => yelpKeyExists,
  off: {
    title: yelpNotConfigured,
    text: 'Searching Yelp needs an API key, and this server has none. You can import a CSV file without one.',
    isConfigured: true,
  },
  query: ({ campusCode, miles }) =>
    read(searchYelp, { query: { campusCode, radius: (miles * metersPerMile).toFixed(2) } }),
  placesIn: ({ restaurants }) =>
    restaurants.map(({ address, price, distance, alreadyImported, ...place }) => ({
      ...place,
      address: address || 'No address',
      miles: distance === null ? null : distance / metersPerMile,
      isHere: alreadyImported,
      detail: <PriceSigns price={price} />,
    })),
  totalIn: ({ total }) => total,
  detail: { header: 'Price' },
  texts: {
    search: 'Search',
    searching: 'Searching Yelp…',
    failed: 'Failed to search restaurants',
    nothing:
      'No restaurants found within the selected radius. Try increasing the search radius or selecting a different campus.',
    isHere: 'Already imported',
  },
}

export const osm: PlaceSource<typeof searchOsm> = {
  key: 'osm',
  name: 'OpenStreetMap',
  isOn: ({ osmEnabled }) => osmEnabled,
  off: {
    title: osmTurnedOff,
    text: 'Whoever runs the server can turn it on: OVERPASS_URL is ‘off’ in its settings.',
    isConfigured: false,
  },
  lead: 'OpenStreetMap needs no key and no account. It brings hours, positions, cuisines and diets.',
  query: area => read(searchOsm, osmInput(area)),
  placesIn: places =>
    places.map(({ osmId, name, address, cuisine, distance, restaurantId, hours }) => ({
      id: osmId,
      name,
      address,
      cuisine,
      miles: distance,
      isHere: restaurantId !== null,
      detail: hours,
    })),
  detail: { header: 'Hours', className: 'text-sm' },
  texts: {
    search: 'Find new places',
    searching: 'Asking OpenStreetMap…',
    failed: 'OpenStreetMap can’t be reached right now.',
    nothing: 'OpenStreetMap knows no restaurants within this radius. Try a larger one.',
    isHere: 'Already here',
  },
}

export const osmInput = ({ campusCode, miles }: SearchArea) => ({
  query: { campusCode, radius: String(miles) },
})

function PriceSigns({ price }: { price: keyof typeof priceLabels | null }) {
  return (
    <>
      <span aria-hidden="true">{price ?? <span className="text-muted">–</span>}</span>
      <span className="sr-only">{price ? priceLabels[price] : 'Price unknown'}</span>
    </>
  )
}
