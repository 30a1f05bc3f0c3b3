import { type Coords, GridLayer, TileLayer } from 'leaflet'
import { useEffect } from 'react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { nearestZoom } from './leaflet-map.ts'
import { useMapAround } from './use-map.ts'

interface Ground {
  /** Whether it is paper, on which rings shine. */
  isPlain: boolean
  attribution: string | null
}

export function useGround(): Ground {
  const { mapTileUrl, mapTileAttribution } = usePublicConfig()
  if (mapTileUrl) return { isPlain: false, attribution: mapTileAttribution ?? new URL(mapTileUrl).host }
  return { isPlain: true, attribution: null }
}

/** What the map lies on: the configured tiles, or squared paper. */
export function MapGround() {
  const { mapTileUrl } = usePublicConfig()
  const { leaflet } = useMapAround()
  useEffect(() => {
    const layer = mapTileUrl ? new Tiles(mapTileUrl) : new Paper()
    layer.addTo(leaflet)
    return () => {
      layer.remove()
    }
  }, [leaflet, mapTileUrl])
  return null
}

/** Muted, so that pins stand out. */
class Tiles extends TileLayer {
  private readonly template: string
  constructor(template: string) {
    super(template, { maxZoom: nearestZoom, opacity: 0.65 })
    this.template = template
  }

  // Nothing else in the address is a placeholder, though Leaflet has some.
  override getTileUrl({ x, y, z }: Coords) {
    const count = 2 ** z
    const column = ((x % count) + count) % count
    return this.template.replaceAll('{z}', `${z}`).replaceAll('{x}', `${column}`).replaceAll('{y}', `${y}`)
  }
}

class Paper extends GridLayer {
  constructor() {
    // Above what fills the rings.
    super({ pane: 'shadowPane' })
  }

  override createTile() {
    const square = document.createElement('div')
    square.className = 'map-paper'
    return square
  }
}
