import { type KeyboardEvent, memo, type ReactNode, useId, useRef } from 'react'
import { maxZoom, toLatLng } from '#features/map/web/leaflet-map.ts'
import { PinShape } from '#features/map/web/pin-shape.tsx'
import { Placed } from '#features/map/web/placed.tsx'
import { useCurrentMap, useMapValue } from '#features/map/web/use-map.ts'
import { formatDistance } from '#kit/rules/distance.ts'
import { formatAverage } from '#kit/rules/stars.ts'
import type { Restaurant } from '../../contract.ts'
import { useDistinctNames } from '../distinct-names.tsx'
import { type Cluster, canSplit } from './clusters.ts'
import { PinCard } from './pin-card.tsx'
import { pinWidth } from './pins-of.ts'

/** The input device that the user is currently using on the map. */
export type InputDevice = 'mouse' | 'touch' | 'keys'

/** Sets the pin whose card is open, by the id of its first restaurant. */
export type SetActive = (change: (active: number | undefined) => number | undefined) => void

interface MapPinProps {
  cluster: Cluster<Restaurant>
  isActive: boolean
  setActive: SetActive
  href: (restaurant: Restaurant) => string
  onOpen: (restaurant: Restaurant) => void
  details: (restaurant: Restaurant) => ReactNode
  inputDevice: InputDevice
}

/** One restaurant, or several that are too close together. Memoized, so that only changed pins render again. */
export const MapPin = memo((props: MapPinProps) => {
  const { cluster, isActive, setActive, href, onOpen, details, inputDevice } = props
  const map = useCurrentMap()
  const nameOf = useDistinctNames()
  const restaurants = cluster.pins.map(({ item }) => item)
  const [{ item: first }] = cluster.pins
  const isSingle = restaurants.length === 1
  const isUnsplittable = !isSingle && !canSplit(cluster.pins, point => map.project(point, maxZoom), pinWidth)
  // Touch has no hover: a tap opens the card, which has the link.
  const togglesCard = isUnsplittable || (isSingle && inputDevice === 'touch')
  const isInView = useMapValue(map, 'moveend', () =>
    Number(map.leaflet.getBounds().contains(toLatLng(cluster.point))),
  )
  const button = useRef<HTMLButtonElement>(null)
  const cardId = useId()
  const onActive = (isActive: boolean) =>
    setActive(active => (isActive ? first.id : active === first.id ? undefined : active))
  const onClick = () => {
    // With a mouse, hovering has already opened the card: a click must not close it.
    if (togglesCard) onActive(inputDevice === 'mouse' || !isActive)
    else if (isSingle) onOpen(first)
    else {
      onActive(false)
      map.showThese(cluster.pins.map(({ point }) => point))
    }
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // The focus may be in the card that Escape is about to close: move it to the pin first.
    if (key === 'Escape' && isActive) button.current?.focus()
  }
  return (
    <Placed
      as="li"
      at={cluster.point}
      className={isActive ? 'z-10' : undefined}
      onPointerEnter={event => event.pointerType === 'mouse' && onActive(true)}
      onPointerLeave={event => event.pointerType === 'mouse' && onActive(false)}
      onFocus={event => {
        if (!event.target.matches(':focus-visible')) return
        onActive(true)
        map.bringIntoView(cluster.point)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Stay open while a dialog has focus: the user comes back here from it.
        const isKept = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role$="dialog"]')
        if (!isKept) onActive(false)
      }}
      onKeyDown={onKeyDown}
    >
      <button
        ref={button}
        type="button"
        // The Tab key skips pins outside the visible area.
        tabIndex={isInView ? undefined : -1}
        aria-label={
          isSingle ? describe(first, nameOf(first)) : describeMany(restaurants.map(nameOf), isUnsplittable)
        }
        aria-expanded={togglesCard ? isActive : undefined}
        aria-describedby={isActive && isSingle ? cardId : undefined}
        onClick={onClick}
        className="pointer-events-auto absolute -top-11 -left-5.5 size-11 rounded-full outline-offset-0"
      >
        <PinShape
          look={isSingle ? (first.disabled ? 'closed' : 'single') : 'cluster'}
          text={isSingle ? first.avgRating?.toFixed(1) : String(restaurants.length)}
          active={isActive}
        />
      </button>
      {isActive && (isSingle || isUnsplittable) && (
        <PinCard
          id={cardId}
          restaurants={restaurants}
          at={cluster.point}
          // With a mouse, panning would move the pin away from the pointer.
          isBroughtIntoView={inputDevice !== 'mouse'}
          href={href}
          onOpen={onOpen}
          details={details}
        />
      )}
    </Placed>
  )
})

function describe({ distance, avgRating, disabled }: Restaurant, name: string): string {
  const average = avgRating === null ? formatAverage(null) : `average ${avgRating.toFixed(1)} out of 5 stars`
  return [name, formatDistance(distance), average, ...(disabled ? ['temporarily closed'] : [])].join(', ')
}

function describeMany(names: readonly string[], isUnsplittable: boolean): string {
  const [first, second, ...more] = names
  const rest = more.length > 0 ? ` and ${more.length} more` : ''
  return `${names.length} restaurants: ${first}, ${second}${rest}; ${isUnsplittable ? 'list them' : 'zoom in'}`
}
