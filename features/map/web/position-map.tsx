import { type KeyboardEvent, useState } from 'react'
import type { Campus } from '#features/campuses/contract.ts'
import { greatCircleMiles, type Point } from '#kit/rules/distance.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { MapFrame } from './map-frame.tsx'
import { PinShape } from './pin-shape.tsx'
import { Placed } from './placed.tsx'
import { useCurrentMap } from './use-map.ts'

interface PositionMapProps {
  position: Point | null
  campus: Campus
  onChange: (position: Point) => void
}

/** Edits a position: a click or tap sets the pin; dragging or the arrow keys move it. */
export function PositionMap({ position, campus, onChange }: PositionMapProps) {
  // The map stays put while the pin is moved here, and follows positions set elsewhere.
  const [own, setOwn] = useState<Point>()
  const [shown, setShown] = useState(position)
  if (!isSame(position, shown) && !isSame(position, own)) setShown(position)
  const change = (point: Point) => {
    const position = { latitude: rounded(point.latitude), longitude: rounded(point.longitude) }
    setOwn(position)
    onChange(position)
  }
  const text = position
    ? `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}: ${greatCircleMiles(position, campus).toFixed(1)} miles from ${campus.name} in a straight line`
    : 'No position yet. Click or tap the map where it is.'
  return (
    <div className="flex flex-col gap-2">
      <MapFrame
        label="Position on the map"
        description={text}
        campus={campus}
        points={shown ? [shown] : []}
        onBackground={point => point && change(point)}
        className="h-72 w-full"
      >
        {position && <MovablePin at={position} onMove={change} />}
      </MapFrame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-muted text-sm tabular-nums">{text}</p>
        {!position && (
          <Button size="small" onClick={() => change(campus)}>
            Place the pin at the campus
          </Button>
        )}
      </div>
      <LiveText>{own && position ? text : ''}</LiveText>
    </div>
  )
}

function MovablePin({ at, onMove }: { at: Point; onMove: (point: Point) => void }) {
  const map = useCurrentMap()
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // Otherwise the frame would move the map.
    event.stopPropagation()
    const [right, down] = direction
    const step = event.shiftKey ? 1 : 10
    const to = map.offsetBy(at, right * step, down * step)
    onMove(to)
    map.bringIntoView(to)
  }
  return (
    <Placed at={at} onDragged={onMove}>
      <div
        role="application"
        aria-label="Pin. Arrow keys move it, with Shift in smaller steps"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="pointer-events-auto absolute -top-11 -left-5.5 size-11 cursor-move touch-none rounded-full outline-offset-0"
      >
        <PinShape look="single" active />
      </div>
    </Placed>
  )
}

const directions: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Rounds to about a meter. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const isSame = (a: Point | null | undefined, b: Point | null | undefined) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude
