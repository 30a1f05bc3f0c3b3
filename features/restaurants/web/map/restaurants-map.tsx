import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Campus } from '#features/campuses/contract.ts'
import { MapFrame } from '#features/map/web/map-frame.tsx'
import { mapHeight } from '#features/map/web/map-height.ts'
import { useCurrentMap, useMapValue } from '#features/map/web/use-map.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { Restaurant } from '../../contract.ts'
import { clusterPins, type Pin } from './clusters.ts'
import { type InputDevice, MapPin, type SetActive } from './map-pin.tsx'
import { missingText } from './missing-text.ts'
import { pinsOf, pinWidth } from './pins-of.ts'

interface RestaurantsMapProps {
  campus: Campus
  restaurants: readonly Restaurant[]
  href: (restaurant: Restaurant) => string
  onOpen: (restaurant: Restaurant) => void
  /** Renders the average rating and the distance. */
  details: (restaurant: Restaurant) => ReactNode
  onShowList: () => void
}

/** The restaurants near a campus whose coordinates are known. */
export function RestaurantsMap({ campus, restaurants, onShowList, ...pin }: RestaurantsMapProps) {
  const [active, setActive] = useState<number>()
  const [inputDevice, setInputDevice] = useState<InputDevice>('mouse')
  const pins = useMemo(() => pinsOf(restaurants, campus), [restaurants, campus])
  // A card closes when its restaurant disappears, and stays closed if that comes back.
  if (active !== undefined && !pins.some(({ item }) => item.id === active)) setActive(undefined)
  useEffect(() => {
    if (active === undefined) return undefined
    // On the document, since the focus can be anywhere when a mouse opens the card. A dialog above the map handles
    // Escape itself.
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) setActive(undefined)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [active])
  return (
    <>
      <MissingNotice
        count={restaurants.length - pins.length}
        total={restaurants.length}
        onShowList={onShowList}
      />
      <div
        onPointerDownCapture={({ pointerType }) =>
          setInputDevice(pointerType === 'touch' ? 'touch' : 'mouse')
        }
        onKeyDownCapture={() => setInputDevice('keys')}
      >
        <MapFrame
          label={sentence`Map of restaurants near ${campus.name}`}
          description={`${pins.length} of ${counted(restaurants.length, 'restaurant')}, those nearest to the campus first. The list has all of them as text.`}
          campus={campus}
          points={pins.map(({ point }) => point)}
          onBackground={() => setActive(undefined)}
          className={mapHeight}
          before={
            <Button onClick={onShowList} className="!absolute top-3 left-3 z-30 not-focus-visible:sr-only">
              Read the list instead
            </Button>
          }
        >
          <Pins pins={pins} active={active} setActive={setActive} inputDevice={inputDevice} {...pin} />
        </MapFrame>
      </div>
    </>
  )
}

type PinsProps = Omit<RestaurantsMapProps, 'campus' | 'restaurants' | 'onShowList'> & {
  pins: readonly Pin<Restaurant>[]
  /** The first restaurant of the pin whose card is open. */
  active: number | undefined
  setActive: SetActive
  inputDevice: InputDevice
}

function Pins({ pins, active, ...pin }: PinsProps) {
  const map = useCurrentMap()
  const zoom = useMapValue(map, 'zoomend', () => map.leaflet.getZoom())
  const clusters = useMemo(
    () => clusterPins(pins, point => map.project(point, zoom), pinWidth),
    [pins, map, zoom],
  )
  return (
    <ul role="list">
      {clusters.map(cluster => {
        const { id } = cluster.pins[0].item
        return <MapPin key={id} cluster={cluster} isActive={id === active} {...pin} />
      })}
    </ul>
  )
}

interface MissingNoticeProps {
  count: number
  total: number
  onShowList: () => void
}

function MissingNotice({ count, total, onShowList }: MissingNoticeProps) {
  if (count === 0) return null
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-2 text-muted">
      {missingText(count, total)}
      <button
        type="button"
        onClick={onShowList}
        className="-my-2 py-2 font-semibold text-terracotta-ink underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        {count === 1 ? 'See it in the list' : 'See them in the list'}
      </button>
    </p>
  )
}
