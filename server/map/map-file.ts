import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'

/** The PMTiles file of the base map. */
export type MapFile = {
  name: string
  path: string
  bytes: number
  /** Changes with the content. It is part of the URL. */
  version: string
  tiles: 'streets' | 'pictures'
  nearestZoom: number
}

const headerBytes = 127
const streets = 1
const pictures = [2, 3, 4, 5]
/** The compressions that browsers can read: none and gzip. */
const supportedCompressions = [1, 2]

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
    return {
      name,
      path,
      bytes: stat.size,
      version: versionOf(header, stat),
      tiles: header.readUInt8(99) === streets ? 'streets' : 'pictures',
      nearestZoom: header.readUInt8(101),
    }
  } finally {
    await file.close()
  }
}

/** Opens the file for reading; null if it was removed or replaced. The caller must close it. */
export async function openMapFile({ path, version }: MapFile): Promise<FileHandle | null> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch {
    return null
  }
  try {
    const header = Buffer.alloc(headerBytes)
    await file.read(header, 0, headerBytes, 0)
    if (versionOf(header, await file.stat()) === version) return file
    await file.close()
    return null
  } catch (error) {
    await file.close()
    throw error
  }
}

function versionOf(header: Buffer, { size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return createHash('sha256').update(header).update(`${size} ${mtimeMs}`).digest('hex').slice(0, 16)
}

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
