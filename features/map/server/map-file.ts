import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { addressOf } from '#kit/contract/endpoint.ts'
import { shortened } from '#kit/rules/texts/shortened.ts'
import type { Config } from '#kit/server/config/config.ts'
import { getMapFile } from '../contract.ts'
import { mapLayers } from '../map-layers.ts'

/** The PMTiles file of the base map. */
export type MapFile = {
  name: string
  path: string
  bytes: number
  /** Changes with the content, and is the same for each copy. */
  version: string
  /** Where browsers get this version. */
  url: string
  /** Changes whenever this copy is replaced. */
  stamp: string
  tiles: 'streets' | 'pictures'
  nearestZoom: number
  /** Where it has tiles, in degrees; null if the file doesn't say. */
  bounds: { west: number; south: number; east: number; north: number } | null
  /** The layers of its vector tiles, as far as the file lists them. */
  layers: string[]
  /** Whom the file credits, in parts with and without a link; empty if only OpenStreetMap, as the maps do by themselves. */
  credit: { text: string; href: string | null }[]
}

const headerBytes = 127
const streets = 1
const pictures = [2, 3, 4, 5]
/** The compressions that browsers can read: none and gzip. */
const gzip = 2
const supportedCompressions = [1, gzip]
const maxPart = 2 ** 22

/** Checks the configured file, which must be a PMTiles file of version 3. `problem` says why it can't be used. */
export async function readMapFile({
  dataDir,
  mapFileName: name,
}: Pick<Config, 'dataDir' | 'mapFileName'>): Promise<MapFile | { name: string; problem: string } | null> {
  if (name === null) return null
  const path = join(dataDir, name)
  const reject = (problem: string) => ({ name, problem: `${name} ${problem}` })
  let file: FileHandle
  try {
    file = await open(path)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return reject(`${isMissing ? 'is not' : 'can’t be read'} in the data folder, ${resolve(dataDir)}.`)
  }
  try {
    const header = Buffer.alloc(headerBytes)
    const stat = await file.stat()
    if (!stat.isFile()) return reject('is not a file.')
    await file.read(header, 0, headerBytes, 0)
    const problem = problemOf(header, stat.size)
    if (problem) return reject(problem)
    const root = await readPart(file, header, 8)
    const metadata = await readPart(file, header, 24)
    const version = hashOf(header, root, metadata, `${stat.size}`)
    return {
      name,
      path,
      bytes: stat.size,
      version,
      url: addressOf(getMapFile, { params: { version } }),
      stamp: stampOf(header, stat),
      tiles: header.readUInt8(99) === streets ? 'streets' : 'pictures',
      nearestZoom: header.readUInt8(101),
      bounds: boundsOf(header),
      ...readMetadata(metadata, header.readUInt8(97) === gzip),
    }
  } finally {
    await file.close()
  }
}

/** Opens the file for reading; null if it was removed or replaced. The caller must close it. */
export async function openMapFile({ path, stamp }: MapFile): Promise<FileHandle | null> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch {
    return null
  }
  try {
    const header = Buffer.alloc(headerBytes)
    await file.read(header, 0, headerBytes, 0)
    if (stampOf(header, await file.stat()) === stamp) return file
    await file.close()
    return null
  } catch (error) {
    await file.close()
    throw error
  }
}

/** What admins should know about a file that can be used, but shows nothing. */
export function mapFileNotice(
  { name, tiles, bounds, layers }: MapFile,
  campuses: readonly { latitude: number; longitude: number }[],
): string | null {
  if (tiles === 'streets' && layers.length > 0 && !layers.some(layer => mapLayers.has(layer)))
    return `${name} holds the layers ${shortened(layers.join(', '), 200)}, of which the maps draw none.`
  const isInside = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
    !bounds ||
    (latitude >= bounds.south &&
      latitude <= bounds.north &&
      longitude >= bounds.west &&
      longitude <= bounds.east)
  if (!bounds || campuses.length === 0 || campuses.some(isInside)) return null
  const { west, south, east, north } = bounds
  return `${name} is of another region: none of the campuses lies between latitudes ${south} and ${north}, longitudes ${west} and ${east}.`
}

/** A part whose offset and length stand at `at` in the header; a very long one only up to its limit. */
async function readPart(file: FileHandle, header: Buffer, at: number): Promise<Buffer> {
  const length = Math.min(Number(header.readBigUInt64LE(at + 8)), maxPart)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, Number(header.readBigUInt64LE(at)))
  return buffer
}

function boundsOf(header: Buffer): MapFile['bounds'] {
  const [west = 0, south = 0, east = 0, north = 0] = [102, 106, 110, 114].map(
    at => header.readInt32LE(at) / 1e7,
  )
  return west < east && south < north ? { west, south, east, north } : null
}

function readMetadata(bytes: Buffer, isPacked: boolean): Pick<MapFile, 'layers' | 'credit'> {
  try {
    const text = isPacked ? gunzipSync(bytes, { maxOutputLength: 8 * maxPart }) : bytes
    const { vector_layers, attribution } = Metadata.parse(JSON.parse(text.toString()))
    return { layers: vector_layers.map(({ id }) => id), credit: creditOf(attribution) }
  } catch {
    // The maps need no metadata.
    return { layers: [], credit: [] }
  }
}

const Metadata = z.object({
  vector_layers: z.catch(z.array(z.object({ id: z.string() })), []),
  attribution: z.catch(z.string().check(z.maxLength(2000)), ''),
})

/** Reads a text with links, in HTML. Nothing else of the HTML stays. */
function creditOf(html: string): MapFile['credit'] {
  const credit = html.split(/(<a\s[^>]*>[^<]*<\/a>)/i).flatMap(part => {
    const [, href = null] = /^<a\s[^>]*?href=["']?(https?:\/\/[^"'\s>]+)/i.exec(part) ?? []
    const text = part
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:copy|#169|#xa9);/gi, '©')
      .replace(/&nbsp;|\s+/gi, ' ')
      .replaceAll('&amp;', '&')
    return text.trim() ? [{ text, href }] : []
  })
  const isUsual = /^[\s©]*OpenStreetMap(?: contributors)?\.?\s*$/i.test(
    credit.map(({ text }) => text).join(''),
  )
  return isUsual ? [] : credit
}

const hashOf = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

const stampOf = (header: Buffer, { size, mtimeMs }: { size: number; mtimeMs: number }) =>
  hashOf(header, `${size} ${mtimeMs}`)

function problemOf(header: Buffer, size: number): string | null {
  if (size < headerBytes || header.toString('latin1', 0, 7) !== 'PMTiles') return 'is not a PMTiles file.'
  const format = header.readUInt8(7)
  if (format !== 3) return `is a PMTiles file of version ${format}; version 3 is needed.`
  // The offset and length of the root directory, metadata, leaf directories and tiles.
  const ends = [8, 24, 40, 56].map(at => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8))
  if (ends.some(end => end > BigInt(size))) return 'is incomplete: it ends before its last tile.'
  const kind = header.readUInt8(99)
  if (kind !== streets && !pictures.includes(kind)) return 'holds a kind of tiles that the maps can’t draw.'
  const packed = kind === streets ? [97, 98] : [97]
  if (packed.some(at => !supportedCompressions.includes(header.readUInt8(at))))
    return 'is compressed in a way that browsers can’t unpack; gzip is needed.'
  return null
}
