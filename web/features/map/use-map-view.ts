import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  fitView,
  type MapView,
  type Pixels,
  type Place,
  panBy,
  type Size,
  toPixels,
  viewBetween,
  zoomBy,
} from '#domain/map-view.ts'

const margin = 64
const takes = 200

export type MapControl = ReturnType<typeof useMapView>

/** What the map shows: all places, until somebody moves it. */
export function useMapView(frame: RefObject<HTMLElement | null>, places: readonly Place[]) {
  const size = useSize(frame)
  const [own, setOwn] = useState<MapView>()
  const [seen, setSeen] = useState(places)
  const running = useRef<{ frame: number; aim: MapView }>(undefined)
  if (!samePlaces(seen, places)) {
    setSeen(places)
    setOwn(undefined)
  }
  useEffect(() => () => cancelAnimationFrame(running.current?.frame ?? 0), [])

  const fitted = fitView(places, size, Math.min(margin, size.width / 5))
  const view = own ?? fitted

  const stop = () => {
    cancelAnimationFrame(running.current?.frame ?? 0)
    running.current = undefined
  }
  /** Under the fingers, at once. */
  const move = (change: (before: MapView) => MapView) => {
    stop()
    setOwn(before => change(before ?? fitted))
  }
  /** Animated briefly. A second step continues from the first one's target. */
  const glide = (change: (before: MapView) => MapView) => {
    const aim = change(running.current?.aim ?? view)
    stop()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setOwn(aim)
      return
    }
    let start: number | undefined
    const step = (now: number) => {
      start ??= now
      const part = Math.min(1, (now - start) / takes)
      setOwn(part === 1 ? aim : viewBetween(view, aim, 1 - (1 - part) ** 3))
      running.current = part === 1 ? undefined : { frame: requestAnimationFrame(step), aim }
    }
    running.current = { frame: requestAnimationFrame(step), aim }
  }

  const middle = { x: size.width / 2, y: size.height / 2 }
  return {
    size,
    view,
    pan: (by: Pixels) => move(before => panBy(before, by)),
    zoom: (steps: number, at: Pixels) => move(before => zoomBy(before, size, steps, at)),
    glideBy: (by: Pixels) => glide(before => panBy(before, by)),
    glideNearer: (steps: number) => glide(before => zoomBy(before, size, steps, middle)),
    showAll: () => glide(() => fitted),
    showThese: (these: readonly Place[]) => {
      const fit = fitView(these, size, margin)
      glide(before => ({ ...fit, zoom: Math.max(fit.zoom, before.zoom + 1) }))
    },
    /** Only if it is outside or close to the edge. */
    bringIntoView: (place: Place) => {
      const { x, y } = toPixels(view, size, place)
      const isInside = x > 24 && x < size.width - 24 && y > 44 && y < size.height - 8
      if (!isInside) glide(before => ({ ...before, center: place }))
    },
  }
}

function samePlaces(before: readonly Place[], after: readonly Place[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ x, y }, index) => x === after[index]?.x && y === after[index]?.y)
  )
}

function useSize(frame: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}
