import type { Schema } from '#kit/server/database/schema.ts'
import { damaged, dataEntry, headerOf, imageEntry, Manifest } from './backup-format.ts'

/** Limits on a manifest, so that it takes no more memory than its entries need. */
const limits = { bytes: 64 * 1024, bytesPerEntry: 400, values: 100, valuesPerEntry: 10 }

/** The maximum size in bytes of a manifest for this many entries. */
export const manifestLimit = (entryCount: number) => limits.bytes + limits.bytesPerEntry * entryCount

/** Reads the manifest of an archive with these entries. Throws 400 unless it lists exactly these. */
export function readManifest(bytes: Buffer, names: ReadonlySet<string>, schema: Schema): Manifest {
  if (countValues(bytes) > limits.values + limits.valuesPerEntry * names.size)
    throw damaged('its manifest is too large')
  const fields = parseJson(bytes.toString('utf8'))
  headerOf(fields, schema)
  const manifest = Manifest.safeParse(fields)
  if (!manifest.success) throw damaged('its manifest is incomplete')
  expectAllListed(names, manifest.data)
  return manifest.data
}

/** The name of the document in the archive, which is `data.json` in format 1. */
export const documentEntry = ({ entries }: Manifest) =>
  Object.hasOwn(entries, 'data.json') ? 'data.json' : dataEntry

function expectAllListed(names: ReadonlySet<string>, manifest: Manifest): void {
  const { entries: listed, images } = manifest
  const needed = new Set([
    documentEntry(manifest),
    ...images.flatMap(({ hash, cardHash }) => [imageEntry(hash), imageEntry(cardHash)]),
  ])
  for (const name of needed) {
    if (!names.has(name)) throw damaged(`${name} is missing`)
    if (!Object.hasOwn(listed, name)) throw damaged(`its manifest does not list ${name}`)
  }
  for (const name of [...names, ...Object.keys(listed)]) {
    if (name !== 'manifest.json' && !needed.has(name)) throw damaged(`${name.slice(0, 80)} is not part of it`)
  }
}

// Every JSON value follows one of these characters. Parsing nothing but values would take gigabytes.
const beginnings = new Set(Buffer.from('[{:,'))

function countValues(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (beginnings.has(byte)) count += 1
  return count
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw damaged('its manifest can’t be read')
}
