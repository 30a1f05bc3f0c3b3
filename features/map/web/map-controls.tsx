import { Minus, Plus, Scan } from 'lucide-react'
import { OutsideLink } from '#kit/web/router/link.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { type MapControl, maxZoom, minZoom, toPoint } from './leaflet-map.ts'
import type { Background } from './map-background.tsx'
import { OsmCredit, osmCredit } from './osm-credit.tsx'
import { milesLabel, scaleMiles } from './rings.ts'
import { useMapValue } from './use-map.ts'

const maxScaleWidth = 96

/** The buttons in the map's corner. */
export function MapControls({ map }: { map: MapControl }) {
  const zoom = useMapValue(map, 'zoomend', () => map.leaflet.getZoom())
  return (
    <div className="absolute top-3 right-3 z-10 flex flex-col overflow-hidden rounded-md border border-line bg-raised shadow-raised [&>button]:rounded-none">
      <IconButton
        label="Zoom in"
        className="-outline-offset-3"
        aria-disabled={zoom >= maxZoom}
        onClick={() => map.zoomBy(1)}
      >
        <Plus />
      </IconButton>
      <IconButton
        label="Zoom out"
        className="border-line border-y -outline-offset-3"
        aria-disabled={zoom <= minZoom}
        onClick={() => map.zoomBy(-1)}
      >
        <Minus />
      </IconButton>
      <IconButton label="Show everything" className="-outline-offset-3" onClick={map.showAll}>
        <Scan />
      </IconButton>
    </div>
  )
}

interface MapMarginProps {
  map: MapControl
  /** Whom the map credits. */
  credit: Background['credit']
}

/** The compass, the scale bar and the attribution. */
export function MapMargin({ map, credit }: MapMarginProps) {
  const perMile = useMapValue(map, 'moveend', () => map.pixelsPerMile(toPoint(map.leaflet.getCenter())))
  const miles = scaleMiles(perMile, maxScaleWidth)
  return (
    <>
      <Compass />
      <div aria-hidden="true" className="pointer-events-none absolute bottom-3 left-4 text-muted text-xs">
        <span className="font-semibold tabular-nums">{milesLabel(miles)}</span>
        <span
          className="mt-0.5 block h-1.5 border-edge border-x-2 border-b-2"
          style={{ width: miles * perMile }}
        />
      </div>
      {credit.length > 0 && (
        <div className="absolute right-0 bottom-0 max-w-3/4 rounded-tl-sm bg-raised/90 px-2 py-0.5 text-muted text-xs">
          {credit.map(({ text, href }) => {
            if (text === osmCredit) return <OsmCredit key={text} className="!text-xs leading-[1.5rem]" />
            if (!href) return text
            return (
              <OutsideLink key={href} href={href} className="underline underline-offset-2">
                {text}
              </OutsideLink>
            )
          })}
        </div>
      )}
    </>
  )
}

function Compass() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 60"
      className="pointer-events-none absolute top-3 left-4 h-14 opacity-80"
    >
      <text x="24" y="11" textAnchor="middle" className="fill-muted font-semibold font-serif text-[13px]">
        N
      </text>
      <path
        d="M24 16 27.5 32.5 44 36 27.5 39.5 24 56 20.5 39.5 4 36 20.5 32.5z"
        className="fill-raised stroke-edge"
      />
      <path
        d="M24 16 27.5 32.5 24 36zM44 36 27.5 39.5 24 36zM24 56 20.5 39.5 24 36zM4 36 20.5 32.5 24 36z"
        className="fill-terracotta"
      />
    </svg>
  )
}
