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
import { earthRadiusMiles, type Point } from '#kit/rules/distance.ts'
import { forwardGesturesToPage } from './page-gestures.ts'

export const minZoom = 2
export const maxZoom = 18
/** Fitting zooms in no further, so that a single place appears with its neighborhood. */
const maxFitZoom = 14
const margin = 64

interface MapEvents {
  /** One finger moved on the map, which scrolls the page instead. */
  onOneFinger: () => void
  /** The map itself was clicked at this point, or dragging began (null). */
  onBackground: (point: Point | null) => void
}

export type MapControl = ReturnType<typeof startMap>

/**
 * Starts a Leaflet map in an element. A mouse drags it, two fingers move and zoom it, and the wheel with Ctrl (or a
 * pinch on a touchpad) zooms it. `overlay`, inside the element, moves along with the map; `Placed` positions what is
 * in it.
 */
export function startMap(element: HTMLElement, overlay: HTMLElement, events: MapEvents) {
  const reducesMotion = prefersReducedMotion()
  const map = new LeafletMap(element, {
    attributionControl: false,
    zoomControl: false,
    // The frame handles keys itself, so that they also work while a pin has focus.
    keyboard: false,
    boxZoom: false,
    fadeAnimation: false,
    zoomAnimation: !reducesMotion,
    inertia: !reducesMotion,
    // Allow fractional zoom levels, so that the points fit exactly.
    zoomSnap: 0,
    minZoom,
    maxZoom,
  })
  // map.css selects the overlay as a later sibling of the map pane. A `:has` selector instead would search all pins
  // whenever one of them changes.
  element.prepend(map.getPanes().mapPane)

  let points: readonly Point[] = []
  let isFitting = false
  /** Whether the user moved the map since all points were last fitted. */
  let isMoved = false
  let isAnimating = false
  let targetZoom = 0
  let afterZoom: (() => void) | undefined
  /** Leaflet ignores commands during a zoom animation: this runs the last one when the animation ends. */
  const whenNotZooming = (action: () => void) => {
    if (isAnimating) afterZoom = action
    else action()
  }
  const animationOptions = () => (prefersReducedMotion() ? { animate: false } : {})
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
      // More space on the right, so that no pin lies under the buttons.
      paddingBottomRight: edges.add([24, 0]),
      maxZoom: maxFitZoom,
      ...options,
    })
  }

  // Not on 'zoomanim': for a zoom without animation, Leaflet fires 'zoomend' before it.
  map.on('zoomstart', () => {
    isAnimating = true
  })
  map.on('zoomend', () => {
    isAnimating = false
    const action = afterZoom
    afterZoom = undefined
    action?.()
  })
  map.on('movestart', () => {
    if (!isFitting) isMoved = true
  })
  map.on('move', () => DomUtil.setPosition(overlay, map.layerPointToContainerPoint([0, 0])))
  map.on('dragstart', () => events.onBackground(null))
  map.on('click', (event: LeafletMouseEvent) => {
    if (!overlay.contains(event.originalEvent.target as Node)) events.onBackground(toPoint(event.latlng))
  })
  const stopListening = forwardGesturesToPage(map, element, overlay, events.onOneFinger)
  const fit = () => {
    // Keeps the map's center.
    map.invalidateSize()
    if (!isMoved && points.length > 0) showPoints({ animate: false })
  }
  let frame = 0
  // Not now: what it changes around the map would be heard of too late by other observers, which is an error.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(fit)
  })
  observer.observe(element)

  return {
    leaflet: map,
    /** Fits the map to these points, now and on every `showAll`. */
    show: (these: readonly Point[]) => {
      points = these
      showPoints({ animate: false })
    },
    showAll: () => whenNotZooming(() => showPoints(animationOptions())),
    showThese: (these: readonly Point[]) =>
      whenNotZooming(() => {
        const bounds = boundsOf(these)
        const fitted = Math.min(maxFitZoom, map.getBoundsZoom(bounds, false, padding().multiplyBy(2)))
        map.setView(bounds.getCenter(), Math.max(fitted, map.getZoom() + 1), animationOptions())
      }),
    zoomBy: (steps: number) => {
      targetZoom = Math.max(minZoom, Math.min(maxZoom, (isAnimating ? targetZoom : map.getZoom()) + steps))
      whenNotZooming(() => {
        map.setZoom(targetZoom, animationOptions())
        // The animation starts in the next frame; set this now, so that another press before then adds a step.
        isAnimating = map.getZoom() !== targetZoom
      })
    },
    panBy: (right: number, down: number) =>
      whenNotZooming(() => map.panBy([right, down], animationOptions())),
    /** Pans if the point is outside or close to the edge; keeps `above` and `below` pixels free around it. */
    bringIntoView: (point: Point, { above = 56, below = 16 } = {}) =>
      whenNotZooming(() => {
        map.panInside(toLatLng(point), {
          paddingTopLeft: [32, above],
          paddingBottomRight: [32, below],
          ...animationOptions(),
        })
      }),
    /** The point that is this many pixels away. */
    offsetBy: (point: Point, right: number, down: number) =>
      toPoint(map.unproject(map.project(toLatLng(point)).add([right, down]))),
    project: (point: Point, zoom: number) => map.project(toLatLng(point), zoom),
    pixelsPerMile: (at: Point) => {
      const mile = { ...at, latitude: at.latitude + 180 / (Math.PI * earthRadiusMiles) }
      return map.project(toLatLng(at)).distanceTo(map.project(toLatLng(mile)))
    },
    remove: () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
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

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const boundsOf = (points: readonly Point[]) => new LatLngBounds(points.map(toLatLng))
