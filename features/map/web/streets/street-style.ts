import { mapLayers } from '../../map-layers.ts'

/** The ways to draw a vector tile's features, from the bottom layer up. */
export const looks = ['earth', 'green', 'water', 'building', 'path', 'minor', 'major', 'highway'] as const
export type Look = (typeof looks)[number]

type Properties = Record<string, unknown>

/**
 * How a feature is drawn, by its layer and kind; null: not at all. `pmap:kind` is that of the Protomaps basemap, version 3.
 */
export function lookOf(layer: string, { kind, 'pmap:kind': older, class: type }: Properties): Look | null {
  const what = String(kind ?? older ?? type ?? '')
  const group = mapLayers.get(layer)
  switch (group) {
    case undefined:
      return null
    case 'park':
      return 'green'
    case 'land':
      return greens.has(what) ? 'green' : null
    case 'road':
      return Object.hasOwn(roads, what) ? (roads[what] ?? null) : null
    default:
      return group
  }
}

const greens = new Set(
  'park forest wood grass grassland meadow nature_reserve national_park garden golf_course cemetery scrub farmland orchard recreation_ground village_green playground'.split(
    ' ',
  ),
)

const roads: Record<string, Look> = {
  highway: 'highway',
  motorway: 'highway',
  trunk: 'highway',
  major_road: 'major',
  medium_road: 'major',
  primary: 'major',
  secondary: 'major',
  tertiary: 'major',
  minor_road: 'minor',
  minor: 'minor',
  residential: 'minor',
  unclassified: 'minor',
  living_street: 'minor',
  service: 'minor',
  other: 'path',
  path: 'path',
  track: 'path',
  footway: 'path',
  cycleway: 'path',
  pedestrian: 'path',
}

/** The layers with the names of towns and neighborhoods. */
export const isPlaces = (layer: string) => ['places', 'place', 'place_labels'].includes(layer)

/** A road's width at a zoom level, in pixels; 0: not drawn, or not a road. */
export function roadWidth(look: Look, zoom: number): number {
  const road = lines[look]
  if (!road || zoom < road.from) return 0
  return Math.min(18, Math.max(0.6, road.width * 1.5 ** (zoom - 13)))
}

const lines: Partial<Record<Look, { width: number; from: number }>> = {
  highway: { width: 3.2, from: 0 },
  major: { width: 2.2, from: 8 },
  minor: { width: 1.1, from: 12 },
  path: { width: 0.6, from: 14 },
}
