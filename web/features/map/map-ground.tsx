import { useId } from 'react'
import { ringMiles } from '#domain/map-rings.ts'
import { latitudeOf, type MapView, type Pixels, pixelsPerMile, type Size, toPlace } from '#domain/map-view.ts'
import { milesLabel } from './placed.ts'

const ringsApart = 72

interface MapGroundProps {
  view: MapView
  size: Size
  /** The position of the campus, the center of the rings. */
  anchor: Pixels
  /** Without tiles below. */
  isPlain: boolean
}

/** Squared paper under a lamp: lines that move along, and rings at so many miles from the campus. */
export function MapGround({ view, size, anchor, isPlain }: MapGroundProps) {
  const squares = useId()
  const perMile = pixelsPerMile(view.zoom, latitudeOf(toPlace(view, size, anchor)))
  const farthest = Math.hypot(
    Math.max(anchor.x, size.width - anchor.x),
    Math.max(anchor.y, size.height - anchor.y),
  )
  const rings = ringMiles(perMile, ringsApart, farthest)
  const square = ((rings[0] ?? 1) * perMile) / 2
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      {isPlain && (
        <>
          <pattern
            id={squares}
            width={square}
            height={square}
            x={anchor.x}
            y={anchor.y}
            patternUnits="userSpaceOnUse"
          >
            <path d={`M${square} 0H0V${square}`} className="fill-none stroke-line" />
          </pattern>
          {rings.toReversed().map(miles => (
            <circle
              key={miles}
              cx={anchor.x}
              cy={anchor.y}
              r={miles * perMile}
              className="fill-raised opacity-25"
            />
          ))}
          <rect width="100%" height="100%" fill={`url(#${squares})`} />
        </>
      )}
      {rings.map(miles => (
        <g key={miles}>
          <circle
            cx={anchor.x}
            cy={anchor.y}
            r={miles * perMile}
            strokeDasharray="1 7"
            strokeLinecap="round"
            strokeWidth="2"
            className="fill-none stroke-terracotta opacity-70"
          />
          <text
            x={anchor.x}
            y={anchor.y - miles * perMile}
            dy="0.35em"
            textAnchor="middle"
            paintOrder="stroke"
            strokeWidth="6"
            strokeLinejoin="round"
            className="fill-muted stroke-sunken font-sans font-semibold text-xs tabular-nums"
          >
            {milesLabel(miles)}
          </text>
        </g>
      ))}
    </svg>
  )
}
