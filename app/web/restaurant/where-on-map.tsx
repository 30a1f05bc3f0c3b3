import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { listCampuses } from '#features/campuses/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Button } from '#kit/web/ui/button.tsx'

const PlaceMap = lazyPart(async () => (await import('#features/map/web/place-map.tsx')).PlaceMap, {
  Placeholder: () => <Skeleton shape="card" className="mb-13 h-72" />,
  errorTitle: 'The map couldn’t be loaded',
})

/** Opens a map of the restaurant and its campus, if its coordinates are known. */
export function WhereOnMap({ restaurant }: { restaurant: Restaurant }) {
  const { name, campusCode, latitude, longitude } = restaurant
  const [isOpen, setIsOpen] = useState(false)
  const campuses = useQuery(read(listCampuses))
  const campus = campuses.data?.find(({ code }) => code === campusCode)
  if (!campus || latitude === null || longitude === null) return null
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="small" icon={<MapIcon />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide map' : 'Show on map'}
        <ChevronDown className={isOpen ? 'rotate-180' : undefined} />
      </Button>
      {isOpen && (
        <div className="w-full">
          <PlaceMap name={name} point={{ latitude, longitude }} campus={campus} />
        </div>
      )}
    </div>
  )
}
