import {
  createContext,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Point } from '#kit/rules/distance.ts'
import { type MapControl, startMap } from './leaflet-map.ts'

interface MapOptions {
  /** The points to fit the map to. */
  points: readonly Point[]
  onOneFinger: () => void
  onBackground: (point: Point | null) => void
}

/** Starts a map in `element`; undefined until it exists. It fits all points at first and whenever they change. */
export function useMap(
  element: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLElement | null>,
  { points, ...events }: MapOptions,
): MapControl | undefined {
  const [map, setMap] = useState<MapControl>()
  const onOneFinger = useEffectEvent(events.onOneFinger)
  const onBackground = useEffectEvent(events.onBackground)
  const showPoints = useEffectEvent((shown: MapControl) => shown.show(points))
  useLayoutEffect(() => {
    if (!element.current || !overlay.current) return undefined
    const started = startMap(element.current, overlay.current, {
      onOneFinger: () => onOneFinger(),
      onBackground: point => onBackground(point),
    })
    showPoints(started)
    setMap(started)
    return () => started.remove()
  }, [element, overlay])

  const key = points.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(' ')
  const [shown, setShown] = useState(key)
  useEffect(() => {
    if (!map || key === shown) return
    showPoints(map)
    setShown(key)
  }, [map, key, shown])
  return map
}

export const MapContext = createContext<MapControl | null>(null)

/** The map of the surrounding MapFrame. */
export function useCurrentMap(): MapControl {
  const map = use(MapContext)
  if (!map) throw new Error('useCurrentMap needs a MapFrame around it')
  return map
}

/** A value read from the map, and read again after each of these events. */
export function useMapValue<Value extends string | number>(
  map: MapControl,
  events: 'zoomend' | 'moveend' | 'move',
  read: () => Value,
): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      map.leaflet.on(events, onChange)
      return () => {
        map.leaflet.off(events, onChange)
      }
    },
    [map, events],
  )
  return useSyncExternalStore(subscribe, read)
}
