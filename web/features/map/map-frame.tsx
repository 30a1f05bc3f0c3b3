import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Point } from '#domain/distance.ts'
import { type Place, placeOf, toPixels } from '#domain/map-view.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { CampusMark } from './campus-mark.tsx'
import { MapControls } from './map-controls.tsx'
import { MapGround } from './map-ground.tsx'
import { MapTiles } from './map-tiles.tsx'
import { useMapGestures } from './use-map-gestures.ts'
import { type MapControl, useMapView } from './use-map-view.ts'

interface MapFrameProps {
  label: string
  /** What to read instead of the map. */
  description: string
  campus: Point & { name: string }
  /** Whether its name appears on the map. */
  isCampusNamed?: boolean
  /** What is in view at first, besides the campus. */
  places: readonly Place[]
  /** The map itself was clicked: closes what is open above it. */
  onGround?: () => void
  className: string
  /** A text alternative, before the map. */
  before?: ReactNode
  children: (map: MapControl) => ReactNode
}

/** A map around a campus: moved by mouse, fingers and keys, with rings at so many miles. */
export function MapFrame(props: MapFrameProps) {
  const { label, description, campus, isCampusNamed, places, onGround, className, before, children } = props
  const { mapTileUrl, mapTileAttribution } = usePublicConfig()
  const descriptionId = useId()
  const frame = useRef<HTMLElement>(null)
  const home = placeOf(campus)
  const map = useMapView(frame, [home, ...places])
  const hint = useHint()
  useMapGestures(frame, { pan: map.pan, zoom: map.zoom, onOneFinger: hint.show })
  const anchor = toPixels(map.view, map.size, home)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    if (arrow) map.glideBy(arrow)
    else if (event.key === '+' || event.key === '=') map.glideNearer(1)
    else if (event.key === '-') map.glideNearer(-1)
    else if (event.key === '0') map.showAll()
    else return
    event.preventDefault()
  }

  return (
    <section
      ref={frame}
      aria-label={label}
      aria-describedby={descriptionId}
      onKeyDown={onKeyDown}
      // The map moves focused pins into view itself; `clip` keeps the frame from scrolling.
      className={clsx(
        'relative isolate touch-pan-x touch-pan-y select-none overflow-clip rounded-lg border border-line bg-sunken shadow-raised',
        className,
      )}
    >
      <p id={descriptionId} className="sr-only">
        {description}
      </p>
      {before}
      {map.size.width > 0 && (
        <>
          {mapTileUrl && <MapTiles template={mapTileUrl} view={map.view} size={map.size} />}
          <MapGround view={map.view} size={map.size} anchor={anchor} isPlain={!mapTileUrl} />
          {/* Receives keys that a screen reader would otherwise capture. */}
          <div
            role="application"
            aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows everything"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: moving the map by keys begins here
            tabIndex={0}
            onPointerDown={onGround}
            className="absolute inset-0 cursor-grab rounded-lg -outline-offset-4 active:cursor-grabbing"
          />
          <CampusMark name={isCampusNamed ? campus.name : null} at={anchor} />
          <div
            className="absolute top-0 left-0 has-data-card:z-20"
            style={{ transform: `translate(${anchor.x}px, ${anchor.y}px)` }}
          >
            {children(map)}
          </div>
          <MapControls
            map={map}
            attribution={mapTileUrl ? (mapTileAttribution ?? new URL(mapTileUrl).host) : null}
          />
        </>
      )}
      <p
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute inset-x-4 top-4 z-30 mx-auto w-fit rounded-full bg-ink px-4 py-2 font-semibold text-paper text-sm transition-opacity',
          !hint.isShown && 'opacity-0',
        )}
      >
        Use two fingers to move the map
      </p>
    </section>
  )
}

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 80, y: 0 },
  ArrowRight: { x: -80, y: 0 },
  ArrowUp: { x: 0, y: 80 },
  ArrowDown: { x: 0, y: -80 },
}

function useHint() {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (shown === 0) return undefined
    const timer = setTimeout(() => setShown(0), 1_200)
    return () => clearTimeout(timer)
  }, [shown])
  return { isShown: shown > 0, show: () => setShown(count => count + 1) }
}
