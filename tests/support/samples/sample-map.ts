import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { Compression, TileType, zxyToTileId } from 'pmtiles'
import type { Point } from '#kit/rules/distance.ts'

type LonLat = [longitude: number, latitude: number]
type Shape = {
  layer: 'earth' | 'water' | 'roads' | 'places'
  kind: string
  /** The geometry type in vector tiles: 1 point, 2 line, 3 polygon. */
  type: 1 | 2 | 3
  line: LonLat[]
  name?: string
}

const reach = 0.16
const nearest = 13
const farthest = 7
const extent = 4096

/** A PMTiles file in the layout of Protomaps, with two fictional roads, a town and a river around a point. */
export function sampleMap(around: Point, about: object = {}): Uint8Array {
  const shapes = madeUp(around)
  const tiles = tilesAround(around)
    .map(tile => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: gzipSync(encodeTile(tile, shapes)) }))
    .sort((a, b) => a.id - b.id)
  const directory = gzipSync(encodeDirectory(tiles))
  const attribution = '© OpenStreetMap contributors'
  const metadata = gzipSync(JSON.stringify({ name: 'Made up', attribution, ...about }))
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const offsets = [
    [127, directory.length],
    [127 + directory.length, metadata.length],
    [127 + directory.length + metadata.length, 0],
    [127 + directory.length + metadata.length, data.length],
    [tiles.length, tiles.length],
    [tiles.length],
  ].flat()
  for (const [index, value] of offsets.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  header.writeUInt8(1, 96)
  header.writeUInt8(Compression.Gzip, 97)
  header.writeUInt8(Compression.Gzip, 98)
  header.writeUInt8(TileType.Mvt, 99)
  header.writeUInt8(farthest, 100)
  header.writeUInt8(nearest, 101)
  const degrees = [
    around.longitude - reach,
    around.latitude - reach,
    around.longitude + reach,
    around.latitude + reach,
  ]
  for (const [index, value] of degrees.entries())
    header.writeInt32LE(Math.round(value * 1e7), 102 + 4 * index)
  header.writeUInt8(10, 118)
  header.writeInt32LE(Math.round(around.longitude * 1e7), 119)
  header.writeInt32LE(Math.round(around.latitude * 1e7), 123)
  return Buffer.concat([header, directory, metadata, data])
}

function madeUp({ latitude, longitude }: Point): Shape[] {
  const at = (east: number, north: number): LonLat => [longitude + east * reach, latitude + north * reach]
  const acrossAll = (high: number) => [at(-1, -high), at(1, -high), at(1, high), at(-1, high), at(-1, -high)]
  return [
    { layer: 'earth', kind: 'earth', type: 3, line: acrossAll(1) },
    { layer: 'water', kind: 'river', type: 3, line: acrossAll(0.05) },
    { layer: 'roads', kind: 'highway', type: 2, line: [at(-1, -0.8), at(1, 0.8)], name: 'Made-up Parkway' },
    { layer: 'roads', kind: 'major_road', type: 2, line: [at(-1, 0.1), at(1, 0.1)], name: 'Old Mill Road' },
    { layer: 'places', kind: 'locality', type: 1, line: [at(0.02, 0.06)], name: 'Larkspur' },
  ]
}

type Tile = { z: number; x: number; y: number }

function tilesAround({ latitude, longitude }: Point): Tile[] {
  const corners = [
    toWorld([longitude - reach, latitude + reach]),
    toWorld([longitude + reach, latitude - reach]),
  ]
  const [[west = 0, north = 0] = [], [east = 0, south = 0] = []] = corners
  const tiles: Tile[] = []
  for (let z = farthest; z <= nearest; z++) {
    for (let x = Math.floor(west * 2 ** z); x <= Math.floor(east * 2 ** z); x++) {
      for (let y = Math.floor(north * 2 ** z); y <= Math.floor(south * 2 ** z); y++) tiles.push({ z, x, y })
    }
  }
  return tiles
}

/** Web Mercator coordinates, from 0 to 1. */
function toWorld([longitude, latitude]: LonLat): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

function encodeTile({ z, x, y }: Tile, shapes: Shape[]): Uint8Array {
  const layers = Map.groupBy(shapes, ({ layer }) => layer)
  const pbf = new PbfWriter()
  for (const [name, shapesOfLayer] of layers) {
    pbf.writeMessage(
      3,
      (_, layer) => {
        layer.writeVarintField(15, 2)
        layer.writeStringField(1, name)
        const texts: string[] = []
        for (const { kind, type, line, name: label } of shapesOfLayer) {
          const points = line
            .map(toWorld)
            .map(([east, south]) => [
              Math.round((east * 2 ** z - x) * extent),
              Math.round((south * 2 ** z - y) * extent),
            ]) as [number, number][]
          if (isOutside(points)) continue
          const tags = [0, texts.push(kind) - 1, ...(label === undefined ? [] : [1, texts.push(label) - 1])]
          layer.writeMessage(
            2,
            (_none, feature) => {
              feature.writePackedVarint(2, tags)
              feature.writeVarintField(3, type)
              feature.writePackedVarint(4, encodeGeometry(points, type))
            },
            null,
          )
        }
        for (const key of ['kind', 'name']) layer.writeStringField(3, key)
        for (const text of texts)
          layer.writeMessage(4, (_none, value) => value.writeStringField(1, text), null)
        layer.writeVarintField(5, extent)
      },
      null,
    )
  }
  return pbf.finish()
}

const margin = 256

function isOutside(points: [number, number][]): boolean {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const isApart = (values: number[]) => Math.max(...values) < -margin || Math.min(...values) > extent + margin
  return isApart(xs) || isApart(ys)
}

function encodeGeometry(points: [number, number][], type: Shape['type']): number[] {
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const command = (id: number, count: number) => (count << 3) | id
  // A polygon's last point repeats its first one. The close command replaces it.
  const drawn = type === 3 ? points.slice(0, -1) : points
  const moves = drawn.flatMap(([x, y], index) => {
    const [beforeX, beforeY] = drawn[index - 1] ?? [0, 0]
    return [zigzag(x - beforeX), zigzag(y - beforeY)]
  })
  return [
    command(1, 1),
    ...moves.slice(0, 2),
    ...(drawn.length > 1 ? [command(2, drawn.length - 1), ...moves.slice(2)] : []),
    ...(type === 3 ? [command(7, 1)] : []),
  ]
}

function encodeDirectory(tiles: { id: number; bytes: Uint8Array }[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarint(tiles.length)
  for (const [index, { id }] of tiles.entries()) pbf.writeVarint(id - (tiles[index - 1]?.id ?? 0))
  for (const _ of tiles) pbf.writeVarint(1)
  for (const { bytes } of tiles) pbf.writeVarint(bytes.length)
  // Offsets: 0 means directly after the previous tile.
  for (const index of tiles.keys()) pbf.writeVarint(index === 0 ? 1 : 0)
  return pbf.finish()
}
