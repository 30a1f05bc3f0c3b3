import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Church } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Point } from '#kit/rules/distance.ts'
import { refresh } from '#kit/web/api/queries.ts'
import { MapBackground, MapLoadError, useBackground } from './map-background.tsx'
import { MapControls, MapMargin } from './map-controls.tsx'
import { MapRings } from './map-rings.tsx'
import { Placed } from './placed.tsx'
import { MapContext, useMap } from './use-map.ts'

interface MapFrameProps {
  label: string
  /** What screen readers read instead of the map. */
  description: string
  campus: Point & { name: string }
  /** The points to show at first, besides the campus. */
  points: readonly Point[]
  /** The map itself was clicked at this point, or is dragged (null). */
  onBackground?: (point: Point | null) => void
  className: string
  /** A text alternative, before the map. */
  before?: ReactNode
  /** What is on the map, positioned by `Placed`. */
  children: ReactNode
}

/** A map around a campus with distance rings, moved by mouse, touch and keys. */
export function MapFrame(props: MapFrameProps) {
  const { label, description, campus, points, onBackground, className, before, children } = props
  const descriptionId = useId()
  const element = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const hint = useHint()
  const { isPlain, credit } = useBackground()
  const [isBackgroundMissing, setBackgroundMissing] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const queryClient = useQueryClient()
  const map = useMap(element, overlay, {
    points: [campus, ...points],
    onOneFinger: hint.show,
    onBackground: point => onBackground?.(point),
  })

  const onRetry = () => {
    setAttempts(attempts + 1)
    // The map file may have been replaced: get its new URL.
    void refresh(queryClient, ['public config'])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    if (arrow) map.panBy(...arrow)
    else if (event.key === '+' || event.key === '=') map.zoomBy(1)
    else if (event.key === '-') map.zoomBy(-1)
    else if (event.key === '0') map.showAll()
    else return
    event.preventDefault()
  }

  return (
    <section
      aria-label={label}
      aria-describedby={descriptionId}
      onKeyDown={onKeyDown}
      // The map moves focused pins into view itself; `clip` keeps the frame from scrolling.
      className={clsx(
        'map-frame relative isolate select-none overflow-clip rounded-lg border border-line bg-sunken shadow-raised',
        className,
      )}
    >
      <p id={descriptionId} className="sr-only">
        {description}
      </p>
      {before}
      {/* Receives keys that a screen reader would otherwise capture. */}
      <div
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows everything"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moving the map by keys begins here
        tabIndex={0}
        className="pointer-events-none absolute inset-0 z-1 rounded-lg -outline-offset-4"
      />
      {/* Before the pins in tab order, so that keyboard users reach it without passing all of them. */}
      {map && <MapControls map={map} />}
      <div
        ref={element}
        className="map-background absolute inset-0 cursor-grab touch-pan-x touch-pan-y overflow-clip bg-transparent font-sans text-base text-ink active:cursor-grabbing"
      >
        <div ref={overlay} className="absolute top-0 left-0 z-2 has-data-card:z-20">
          {map && (
            <MapContext value={map}>
              <MapBackground key={attempts} onMissing={setBackgroundMissing} />
              <MapRings around={campus} isPlain={isPlain} />
              <CampusMark name={campus.name} at={campus} />
              {children}
            </MapContext>
          )}
        </div>
      </div>
      {map && <MapMargin map={map} credit={credit} />}
      {isBackgroundMissing && <MapLoadError onRetry={onRetry} />}
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

const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
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

/** Marks the campus with a dark seal, unlike any pin, above all but the pin that is in use. */
function CampusMark({ name, at }: { name: string; at: Point }) {
  return (
    <Placed at={at} aria-hidden="true" className="z-5">
      <span className="absolute grid size-10 -translate-1/2 place-items-center rounded-full bg-ink text-paper outline-4 outline-raised/80">
        <Church className="size-5" />
      </span>
      <span className="absolute top-7 w-max max-w-40 -translate-x-1/2 truncate rounded-full bg-raised/90 px-2.5 py-0.5 font-semibold font-serif text-sm">
        {name}
      </span>
    </Placed>
  )
}
