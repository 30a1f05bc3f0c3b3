import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Point } from '#kit/rules/distance.ts'

/** Tiles from zoom 7 to 13 in the layout of Protomaps, with two fictional roads, a town and a river around Arden. */
const tiles = readFileSync(new URL('./made-up.pmtiles', import.meta.url))
const reach = 0.16

/** A PMTiles file with these tiles, which says that it is around this point. */
export function sampleMap({ latitude, longitude }: Point, about: object = {}): Uint8Array {
  const attribution = '© OpenStreetMap contributors'
  const metadata = gzipSync(JSON.stringify({ name: 'Made up', attribution, ...about }))
  const file = Buffer.concat([tiles, metadata])
  file.writeBigUInt64LE(BigInt(tiles.length), 24)
  file.writeBigUInt64LE(BigInt(metadata.length), 32)
  const bounds = [longitude - reach, latitude - reach, longitude + reach, latitude + reach]
  for (const [i, value] of bounds.entries()) file.writeInt32LE(Math.round(value * 1e7), 102 + 4 * i)
  for (const [i, value] of [longitude, latitude].entries())
    file.writeInt32LE(Math.round(value * 1e7), 119 + 4 * i)
  return file
}
