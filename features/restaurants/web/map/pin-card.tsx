import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { toLatLng } from '#features/map/web/leaflet-map.ts'
import { useCurrentMap, useMapValue } from '#features/map/web/use-map.ts'
import type { Point } from '#kit/rules/distance.ts'
import { onPlainClick } from '#kit/web/router/link.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Restaurant } from '../../contract.ts'
import { useDistinctNames } from '../distinct-names.tsx'

const maxWidth = 272
const edge = 10
const pinHeight = 48

interface PinCardProps {
  /** Element id of a single restaurant's description, for aria-describedby. */
  id: string
  restaurants: readonly Restaurant[]
  at: Point
  isBroughtIntoView: boolean
  href: (restaurant: Restaurant) => string
  onOpen: (restaurant: Restaurant) => void
  details: (restaurant: Restaurant) => ReactNode
}

/** The details of a pin's restaurants, above or below it and inside the frame. */
export function PinCard({ id, restaurants, at, isBroughtIntoView, href, onOpen, details }: PinCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const map = useCurrentMap()
  const { leaflet } = map
  const containerPoint = () => leaflet.latLngToContainerPoint(toLatLng(at))
  const width = useMapValue(map, 'move', () => Math.min(maxWidth, leaflet.getSize().x - 2 * edge))
  const left = useMapValue(map, 'move', () => {
    const { x } = containerPoint()
    return Math.max(edge, Math.min(leaflet.getSize().x - width - edge, x - width / 2)) - x
  })
  const side = useMapValue(map, 'move', () =>
    containerPoint().y > leaflet.getSize().y / 2 ? 'above' : 'below',
  )
  const bringIntoView = useEffectEvent(() => {
    if (!isBroughtIntoView || !card.current) return
    const height = card.current.offsetHeight + edge
    map.bringIntoView(at, side === 'above' ? { above: height + pinHeight } : { below: height })
  })
  // Only on opening: if the user moves the map afterwards, that is on purpose.
  useLayoutEffect(() => bringIntoView(), [])
  const [first] = restaurants
  const nameOf = useDistinctNames()
  const linkTo = (restaurant: Restaurant) => ({
    href: href(restaurant),
    onClick: onPlainClick(() => onOpen(restaurant)),
  })
  return (
    // The gap to the pin is part of the card, so that a mouse can cross it.
    <div
      ref={card}
      data-card
      // Focusable, so that a click on its text keeps the focus inside and doesn't close the card.
      tabIndex={-1}
      className={`pointer-events-auto absolute cursor-auto select-text outline-none ${side === 'above' ? 'bottom-12 pb-1.5' : 'top-0 pt-2'}`}
      style={{ left, width }}
    >
      <div className="animate-fade-in rounded-md border border-line bg-raised p-3.5 shadow-floating">
        {first && restaurants.length === 1 ? (
          <>
            <p className="line-clamp-3 text-pretty break-words font-semibold font-serif text-lg leading-snug">
              {first.name}
            </p>
            {first.disabled && (
              <p className="mt-1.5">
                <Badge tone="brick">Temporarily Closed</Badge>
              </p>
            )}
            <div id={id} className="mt-1.5 flex flex-col gap-1 overflow-hidden">
              {details(first)}
            </div>
            {/* No tab stop: keyboard users open the details with the pin itself. */}
            <a
              {...linkTo(first)}
              tabIndex={-1}
              className={`${link} mt-1 -mb-1.5 inline-block py-2 pointer-coarse:py-3`}
            >
              Details<span className="sr-only"> of {nameOf(first)}</span>
            </a>
          </>
        ) : (
          <ul role="list" className="max-h-44 overflow-y-auto">
            {restaurants.map(restaurant => (
              <li key={restaurant.id}>
                <a
                  {...linkTo(restaurant)}
                  className={`${link} block break-words py-1.5 leading-snug -outline-offset-3 pointer-coarse:py-3`}
                >
                  {nameOf(restaurant)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const link = 'font-semibold text-terracotta-ink underline decoration-1 underline-offset-3 hover:decoration-2'
