import { earthRadiusMiles, type Point } from './distance.ts'

/** Where a point lies on the square of the Web Mercator projection: 0 to 1 from west to east and from north to south. */
export type Place = { x: number; y: number }
export type Pixels = { x: number; y: number }
export type Size = { width: number; height: number }
/** What a map shows: the place in its middle, and how near. Each whole step of zoom doubles the scale, as with map tiles. */
export type MapView = { center: Place; zoom: number }

export const tileEdge = 256
export const farthestZoom = 2
export const nearestZoom = 18
/** A single place is shown with its neighbourhood. */
const nearestFit = 14
const northernmost = 85.0511

export function placeOf({ latitude, longitude }: Point): Place {
  const bounded = radians(Math.min(northernmost, Math.max(-northernmost, latitude)))
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI),
  }
}

export function latitudeOf({ y }: Place): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}

/** How many pixels the whole world is wide. */
export function worldEdge(zoom: number): number {
  return tileEdge * 2 ** zoom
}

export function toPixels(view: MapView, size: Size, place: Place): Pixels {
  const edge = worldEdge(view.zoom)
  return {
    x: (place.x - view.center.x) * edge + size.width / 2,
    y: (place.y - view.center.y) * edge + size.height / 2,
  }
}

export function toPlace(view: MapView, size: Size, pixels: Pixels): Place {
  const edge = worldEdge(view.zoom)
  return {
    x: view.center.x + (pixels.x - size.width / 2) / edge,
    y: view.center.y + (pixels.y - size.height / 2) / edge,
  }
}

/** The nearest view that has all places at least `margin` pixels within its edges. */
export function fitView(places: readonly Place[], size: Size, margin: number): MapView {
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [north, south] = [Math.min(...ys), Math.max(...ys)]
  const across = Math.max(1, size.width - 2 * margin) / (east - west)
  const down = Math.max(1, size.height - 2 * margin) / (south - north)
  const zoom = Math.log2(Math.min(across, down) / tileEdge)
  return {
    center: { x: (west + east) / 2, y: (north + south) / 2 },
    zoom: Math.max(farthestZoom, Math.min(nearestFit, zoom)),
  }
}

/** Moves what is seen by so many pixels. */
export function panBy(view: MapView, by: Pixels): MapView {
  const edge = worldEdge(view.zoom)
  return {
    ...view,
    center: { x: unit(view.center.x - by.x / edge), y: unit(view.center.y - by.y / edge) },
  }
}

/** Zooms so that what lies under a pixel stays there. */
export function zoomBy(view: MapView, size: Size, steps: number, at: Pixels): MapView {
  const zoom = Math.max(farthestZoom, Math.min(nearestZoom, view.zoom + steps))
  const fixed = toPlace(view, size, at)
  const moved = toPixels({ ...view, zoom }, size, fixed)
  return panBy({ ...view, zoom }, { x: at.x - moved.x, y: at.y - moved.y })
}

/** The view on the way from one to another; `part` goes from 0 to 1. */
export function viewBetween(from: MapView, to: MapView, part: number): MapView {
  const mix = (a: number, b: number) => a + (b - a) * part
  return {
    center: { x: mix(from.center.x, to.center.x), y: mix(from.center.y, to.center.y) },
    zoom: mix(from.zoom, to.zoom),
  }
}

export function pixelsPerMile(zoom: number, latitude: number): number {
  return worldEdge(zoom) / (2 * Math.PI * earthRadiusMiles * Math.cos(radians(latitude)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const unit = (value: number) => Math.min(1, Math.max(0, value))
