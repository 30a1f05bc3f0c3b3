import {
  DomUtil,
  type FitBoundsOptions,
  type LatLng,
  LatLngBounds,
  Map as LeafletMap,
  type LeafletMouseEvent,
  Point as LeafletPoint,
} from 'leaflet'
import './map.css'
import { earthRadiusMiles, type Point } from '#domain/distance.ts'
import { letPageScroll } from './page-gestures.ts'

export const farthestZoom = 2
export const nearestZoom = 18
/** A single place is shown with its neighbourhood. */
const nearestFit = 14
const margin = 64

interface MapEvents {
  /** One finger scrolls the page. */
  onOneFinger: () => void
  /** The map itself was clicked, or dragging began. */
  onGround: (point: Point | null) => void
}

export type MapControl = ReturnType<typeof startMap>

/**
 * A Leaflet map in an element: a mouse drags it, two fingers move and zoom it, and so does the wheel with Ctrl (or a pinch on a
 * touchpad). `overlay`, inside of the element, moves along; what lies in it is placed by `Placed`.
 */
export function startMap(element: HTMLElement, overlay: HTMLElement, events: MapEvents) {
  const isStill = prefersStillness()
  const map = new LeafletMap(element, {
    attributionControl: false,
    zoomControl: false,
    // The frame has keys of its own, which work on pins too.
    keyboard: false,
    boxZoom: false,
    fadeAnimation: false,
    zoomAnimation: !isStill,
    inertia: !isStill,
    // Any zoom, so that everything fits exactly.
    zoomSnap: 0,
    minZoom: farthestZoom,
    maxZoom: nearestZoom,
  })
  // For the style sheet, which looks ahead only: a `:has` would look through all pins whenever one of them changes.
  element.prepend(map.getPanes().mapPane)

  let points: readonly Point[] = []
  let isFitting = false
  /** Whether somebody moved it. */
  let isMoved = false
  let isAnimating = false
  let aim = 0
  let next: (() => void) | undefined
  /** Leaflet ignores what is wanted during the animation of a zoom. */
  const whenStill = (action: () => void) => {
    if (isAnimating) next = action
    else action()
  }
  const gently = () => (prefersStillness() ? { animate: false } : {})
  const padding = () => {
    const { x, y } = map.getSize()
    const edge = Math.min(margin, x / 5, y / 5)
    return new LeafletPoint(edge, edge)
  }

  const showPoints = (options: FitBoundsOptions) => {
    isFitting = true
    isMoved = false
    map.once('moveend', () => {
      isFitting = false
    })
    const edges = padding()
    map.fitBounds(boundsOf(points), {
      paddingTopLeft: edges,
      // What lies below the buttons can't be pressed.
      paddingBottomRight: edges.add([24, 0]),
      maxZoom: nearestFit,
      ...options,
    })
  }

  // Not at 'zoomanim': of an animation that is none, Leaflet tells the end before that.
  map.on('zoomstart', () => {
    isAnimating = true
  })
  map.on('zoomend', () => {
    isAnimating = false
    const action = next
    next = undefined
    action?.()
  })
  map.on('movestart', () => {
    if (!isFitting) isMoved = true
  })
  map.on('move', () => DomUtil.setPosition(overlay, map.layerPointToContainerPoint([0, 0])))
  map.on('dragstart', () => events.onGround(null))
  map.on('click', (event: LeafletMouseEvent) => {
    if (!overlay.contains(event.originalEvent.target as Node)) events.onGround(toPoint(event.latlng))
  })
  const stopListening = letPageScroll(map, element, overlay, events.onOneFinger)
  const observer = new ResizeObserver(() => {
    // What was in the middle stays there.
    map.invalidateSize()
    if (!isMoved && points.length > 0) showPoints({ animate: false })
  })
  observer.observe(element)

  return {
    leaflet: map,
    /** Shows these, now and whenever everything is to be shown. */
    show: (these: readonly Point[]) => {
      points = these
      showPoints({ animate: false })
    },
    showAll: () => whenStill(() => showPoints(gently())),
    showThese: (these: readonly Point[]) =>
      whenStill(() => {
        const bounds = boundsOf(these)
        const fitted = Math.min(nearestFit, map.getBoundsZoom(bounds, false, padding().multiplyBy(2)))
        map.setView(bounds.getCenter(), Math.max(fitted, map.getZoom() + 1), gently())
      }),
    nearer: (steps: number) => {
      aim = Math.max(farthestZoom, Math.min(nearestZoom, (isAnimating ? aim : map.getZoom()) + steps))
      whenStill(() => {
        map.setZoom(aim, gently())
        // It begins with the next frame; who presses again before that means another step.
        isAnimating = map.getZoom() !== aim
      })
    },
    panBy: (right: number, down: number) => whenStill(() => map.panBy([right, down], gently())),
    /** With so many pixels above and below; only if it is outside or close to the edge. */
    bringIntoView: (point: Point, { above = 56, below = 16 } = {}) =>
      whenStill(() => {
        map.panInside(toLatLng(point), {
          paddingTopLeft: [32, above],
          paddingBottomRight: [32, below],
          ...gently(),
        })
      }),
    /** So many pixels from a point. */
    beside: (point: Point, right: number, down: number) =>
      toPoint(map.unproject(map.project(toLatLng(point)).add([right, down]))),
    project: (point: Point, zoom: number) => map.project(toLatLng(point), zoom),
    pixelsPerMile: (at: Point) => {
      const mile = { ...at, latitude: at.latitude + 180 / (Math.PI * earthRadiusMiles) }
      return map.project(toLatLng(at)).distanceTo(map.project(toLatLng(mile)))
    },
    remove: () => {
      observer.disconnect()
      stopListening()
      map.remove()
    },
  }
}

export const toLatLng = ({ latitude, longitude }: Point) => [latitude, longitude] as [number, number]

export function toPoint(latLng: LatLng): Point {
  const { lat, lng } = latLng.wrap()
  return { latitude: lat, longitude: lng }
}

export const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const boundsOf = (points: readonly Point[]) => new LatLngBounds(points.map(toLatLng))
