import { clsx } from 'clsx'
import { DomUtil, Draggable, type ZoomAnimEvent } from 'leaflet'
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Point } from '#kit/rules/distance.ts'
import { toLatLng, toPoint } from './leaflet-map.ts'
import { useCurrentMap } from './use-map.ts'

interface PlacedProps extends Omit<ComponentProps<'div'>, 'ref'> {
  as?: 'div' | 'li'
  at: Point
  /** Makes the element draggable; called with the point where it was dropped. */
  onDragged?: (point: Point) => void
}

/** Puts its upper left corner at a point of the map and moves along with the map. */
export function Placed({
  as = 'div',
  at: { latitude, longitude },
  className,
  onDragged,
  ...rest
}: PlacedProps) {
  const Element = as as 'div'
  const element = useRef<HTMLDivElement>(null)
  const { leaflet } = useCurrentMap()
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return undefined
    const at = toLatLng({ latitude, longitude })
    const events = {
      zoom: () => DomUtil.setPosition(node, leaflet.latLngToLayerPoint(at)),
      /** Sets the position after the zoom; CSS animates the movement. */
      zoomanim: ({ center, zoom }: ZoomAnimEvent) => {
        const fromCenter = leaflet.project(at, zoom).subtract(leaflet.project(center, zoom))
        const containerPoint = fromCenter.add(leaflet.getSize().divideBy(2))
        DomUtil.setPosition(node, leaflet.containerPointToLayerPoint(containerPoint))
      },
    }
    const viewreset = events.zoom
    leaflet.on({ ...events, viewreset })
    events.zoom()
    return () => {
      leaflet.off({ ...events, viewreset })
    }
  }, [leaflet, latitude, longitude])
  const isDraggable = onDragged !== undefined
  const onDrop = useEffectEvent((point: Point) => onDragged?.(point))
  useEffect(() => {
    const node = element.current
    if (!node || !isDraggable) return undefined
    const draggable = new Draggable(node)
    draggable.on('dragend', () => onDrop(toPoint(leaflet.layerPointToLatLng(DomUtil.getPosition(node)))))
    draggable.enable()
    return () => {
      draggable.disable()
    }
  }, [leaflet, isDraggable])
  return (
    <Element
      {...rest}
      data-draggable={isDraggable || undefined}
      ref={element}
      className={clsx('leaflet-zoom-animated pointer-events-none absolute top-0 left-0', className)}
    />
  )
}
