import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile'
import {
  type Coords,
  DivIcon,
  type DoneCallback,
  GridLayer,
  type LatLng,
  type Layer,
  LayerGroup,
  type Map as LeafletMap,
  Marker,
  type TileEvent,
} from 'leaflet'
import { type Header, PMTiles } from 'pmtiles'
import { maxZoom } from '../leaflet-map.ts'
import { drawStreets, readVectorTile, streetTile } from './draw-streets.ts'
import { mapFileSource } from './map-file-source.ts'
import { isPlaces } from './street-style.ts'

/** Creates the layer of a PMTiles file: vector tiles drawn as streets, or raster tiles. */
export async function openMapFile(url: string): Promise<GridLayer> {
  const file = new PMTiles(mapFileSource(url))
  const header = await file.getHeader()
  return header.tileType === 1 ? new Streets(file, header) : new Pictures(file, header)
}

const boundsOf = ({ minLat, minLon, maxLat, maxLon }: Header): [[number, number], [number, number]] => [
  [minLat, minLon],
  [maxLat, maxLon],
]

class Streets extends GridLayer {
  private readonly file: PMTiles
  /** Town names, above all tiles, so that none is cut off at a tile's edge. */
  private readonly names = new LayerGroup()
  private readonly namesOf = new WeakMap<HTMLElement, Layer>()

  constructor(file: PMTiles, header: Header) {
    super({
      tileSize: streetTile,
      maxZoom,
      maxNativeZoom: header.maxZoom + 1,
      bounds: boundsOf(header),
    })
    this.file = file
    this.on('tileunload', ({ tile }: TileEvent) => {
      const names = this.namesOf.get(tile)
      if (names) this.names.removeLayer(names)
    })
  }

  override onAdd(map: LeafletMap) {
    this.names.addTo(map)
    return super.onAdd(map)
  }

  override onRemove(map: LeafletMap) {
    this.names.remove()
    return super.onRemove(map)
  }

  override createTile({ x, y, z }: Coords, done: DoneCallback) {
    const node = document.createElement('div')
    // These tiles are 512 pixels wide instead of 256: the file's zoom is one less than Leaflet's.
    this.file
      .getZxy(z - 1, x, y)
      .then(found => {
        if (found) {
          const tile = readVectorTile(found.data)
          node.replaceChildren(drawStreets(tile, z, this.getTileSize().x))
          const names = new LayerGroup(this.placesIn(tile, { x, y, z }, this._map))
          this.namesOf.set(node, names)
          // The tile may have been removed from the map in the meantime.
          if (node.parentNode) this.names.addLayer(names)
        }
        done(undefined, node)
      })
      .catch(error => done(error, node))
    return node
  }

  private placesIn(tile: VectorTile, { x, y, z }: Pick<Coords, 'x' | 'y' | 'z'>, map: LeafletMap): Marker[] {
    const taken: { left: number; top: number; half: number }[] = []
    const markers: Marker[] = []
    for (const [layerName, layer] of Object.entries(tile.layers)) {
      if (!isPlaces(layerName)) continue
      for (let index = 0; index < layer.length; index++) {
        const { properties, ...feature } = readPoint(layer.feature(index), layer.extent)
        const name = properties['name:en'] ?? properties.name
        if (!feature.isInside || typeof name !== 'string' || name === '') continue
        const [left, top] = [(x + feature.x) * streetTile, (y + feature.y) * streetTile]
        const half = name.length * 4 + 12
        const isTaken = taken.some(
          other => Math.abs(other.left - left) < half + other.half && Math.abs(other.top - top) < 24,
        )
        if (isTaken) continue
        taken.push({ left, top, half })
        markers.push(nameAt(name, map.unproject([left, top], z)))
      }
    }
    return markers
  }
}

/** A point's position within its tile, from 0 to 1. Points at an edge are in two tiles, but inside only one. */
function readPoint(feature: VectorTileFeature, extent: number) {
  const [[point] = []] = feature.loadGeometry()
  const [x, y] = [(point?.x ?? -1) / extent, (point?.y ?? -1) / extent]
  return { properties: feature.properties, x, y, isInside: x >= 0 && x < 1 && y >= 0 && y < 1 }
}

function nameAt(name: string, at: LatLng): Marker {
  const text = document.createElement('span')
  text.className = 'map-name'
  text.textContent = name
  const icon = new DivIcon({ html: text, className: 'pointer-events-none' })
  return new Marker(at, { icon, interactive: false, keyboard: false, pane: 'shadowPane' })
}

/** Raster tiles: a PMTiles file can contain these instead of vector tiles. */
class Pictures extends GridLayer {
  private readonly file: PMTiles

  constructor(file: PMTiles, header: Header) {
    super({ maxZoom, maxNativeZoom: header.maxZoom, bounds: boundsOf(header) })
    this.file = file
    this.on('tileunload', ({ tile }: TileEvent) => URL.revokeObjectURL(tile.getAttribute('src') ?? ''))
  }

  override createTile({ x, y, z }: Coords, done: DoneCallback) {
    const picture = document.createElement('img')
    picture.alt = ''
    picture.onload = () => done(undefined, picture)
    picture.onerror = () => done(new Error('The picture of a tile can’t be read'), picture)
    this.file
      .getZxy(z, x, y)
      .then(found => {
        if (found) picture.src = URL.createObjectURL(new Blob([found.data]))
        else done(undefined, picture)
      })
      .catch(error => done(error, picture))
    return picture
  }
}
