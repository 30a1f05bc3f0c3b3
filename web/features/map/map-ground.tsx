import { type Coords, GridLayer, type Layer, TileLayer } from 'leaflet'
import { useEffect } from 'react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { osmCredit } from '#web/lib/osm-credit.ts'
import { nearestZoom } from './leaflet-map.ts'
import { useMapAround } from './use-map.ts'

interface Ground {
  /** Whether it is paper, on which rings shine. */
  isPlain: boolean
  attribution: string | null
}

export function useGround(): Ground {
  const { mapFile, mapTileUrl, mapTileAttribution } = usePublicConfig()
  if (mapFile) return { isPlain: false, attribution: osmCredit }
  if (mapTileUrl) return { isPlain: false, attribution: mapTileAttribution ?? new URL(mapTileUrl).host }
  return { isPlain: true, attribution: null }
}

/** What the map lies on: the streets of the server's map file, the configured tiles, or squared paper. */
export function MapGround() {
  const { mapFile, mapTileUrl } = usePublicConfig()
  const { leaflet } = useMapAround()
  const fileUrl = mapFile?.url
  useEffect(() => {
    const layers: Layer[] = []
    let isGone = false
    const add = (layer: Layer) => {
      if (!isGone) layers.push(layer.addTo(leaflet))
    }
    if (fileUrl) {
      // Paper around the region, and in place of a file that can't be had.
      add(new Paper('tilePane'))
      import('./map-file-layer.ts').then(({ openMapFile }) => openMapFile(fileUrl)).then(add, () => undefined)
    } else add(mapTileUrl ? new Tiles(mapTileUrl) : new Paper('shadowPane'))
    return () => {
      isGone = true
      for (const layer of layers) layer.remove()
    }
  }, [leaflet, fileUrl, mapTileUrl])
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
  /** Above what fills the rings, or below everything. */
  constructor(pane: 'shadowPane' | 'tilePane') {
    super({ pane, zIndex: 0 })
  }

  override createTile() {
    const square = document.createElement('div')
    square.className = 'map-paper'
    return square
  }
}
