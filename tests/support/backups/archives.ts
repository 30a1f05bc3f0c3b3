import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

export type Part = { name: string; bytes: Buffer; mode?: number }

/** Creates a ZIP archive of these files, in this order. */
export function archiveOf(parts: Part[]): Promise<Buffer> {
  const file = new yazl.ZipFile()
  // Compressing thousands of tiny files would take seconds.
  for (const { name, bytes, mode } of parts)
    file.addBuffer(bytes, name, { compress: bytes.length > 100, ...(mode && { mode }) })
  file.end()
  return buffer(file.outputStream)
}

/** The offsets of a signature in an archive. PK\x01\x02 begins each entry of the central directory. */
export function offsetsOf(archive: Buffer, signature: string): number[] {
  return [...archive.toString('latin1').matchAll(new RegExp(signature, 'g'))].map(({ index }) => index)
}

/** Replaces the compressed bytes of the first entry, but keeps its declared uncompressed size. */
export function withFirstEntry(archive: Buffer, name: string, compressed: Buffer): Buffer {
  const nameLength = name.length
  const [central] = offsetsOf(archive, 'PK\x01\x02')
  const centralAt = central ?? 0
  const oldSize = archive.readUInt32LE(centralAt + 20)
  const bodyAt = 30 + nameLength
  const extended = Buffer.concat([
    archive.subarray(0, bodyAt),
    compressed,
    archive.subarray(bodyAt + oldSize),
  ])
  const shift = compressed.length - oldSize
  extended.writeUInt32LE(compressed.length, centralAt + shift + 20)
  extended.writeUInt32LE(compressed.length, 18)
  for (const at of offsetsOf(extended, 'PK\x01\x02').slice(1))
    extended.writeUInt32LE(extended.readUInt32LE(at + 42) + shift, at + 42)
  const [end] = offsetsOf(extended, 'PK\x05\x06')
  extended.writeUInt32LE(extended.readUInt32LE((end ?? 0) + 16) + shift, (end ?? 0) + 16)
  return extended
}
