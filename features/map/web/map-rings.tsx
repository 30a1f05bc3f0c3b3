import { Circle, svg } from 'leaflet'
import { useEffect } from 'react'
import { earthRadiusMiles, type Point } from '#kit/rules/distance.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import { toLatLng } from './leaflet-map.ts'
import { Placed } from './placed.tsx'
import { milesLabel, ringMiles } from './rings.ts'
import { useCurrentMap, useMapValue } from './use-map.ts'

const ringSpacing = 72
/** How far the rings reach, in pixels; `maxRadiusMiles` limits them when zoomed out to the whole world. */
const maxRadius = 1200
const maxRadiusMiles = 3000

/** Rings around the campus, labeled with their distance in miles. */
export function MapRings({ around, isPlain }: { around: Point; isPlain: boolean }) {
  const map = useCurrentMap()
  const { latitude, longitude } = around
  const steps = useMapValue(map, 'zoomend', () => {
    const perMile = map.pixelsPerMile(around)
    return ringMiles(perMile, ringSpacing, Math.min(maxRadius, maxRadiusMiles * perMile)).join(' ')
  })

  useEffect(() => {
    // Draw well beyond the frame, so that dragging shows no edge.
    const renderer = svg({ padding: 1 })
    const circles = ringsIn(steps)
      .toReversed()
      .map(miles =>
        new Circle(toLatLng({ latitude, longitude }), {
          renderer,
          radius: miles * metersPerMile,
          interactive: false,
          weight: 2,
          dashArray: '1 7',
          fillOpacity: isPlain ? 0.25 : 0,
          opacity: 0.7,
          className: 'stroke-terracotta fill-raised',
        }).addTo(map.leaflet),
      )
    return () => {
      for (const circle of circles) circle.remove()
      renderer.remove()
    }
  }, [map, latitude, longitude, steps, isPlain])

  return ringsIn(steps).map(miles => (
    <Placed
      key={miles}
      aria-hidden="true"
      at={{ longitude, latitude: latitude + (miles / earthRadiusMiles) * (180 / Math.PI) }}
    >
      <svg aria-hidden="true" className="absolute size-px overflow-visible">
        <text
          dy="0.35em"
          textAnchor="middle"
          paintOrder="stroke"
          strokeWidth="6"
          strokeLinejoin="round"
          className="fill-muted stroke-sunken font-sans font-semibold text-xs tabular-nums"
        >
          {milesLabel(miles)}
        </text>
      </svg>
    </Placed>
  ))
}

const ringsIn = (steps: string) => (steps === '' ? [] : steps.split(' ').map(Number))
