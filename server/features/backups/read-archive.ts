import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import * as z from 'zod/mini'
import { megabytes } from '#domain/units.ts'
import { damaged, Header, headerOf, Sha256, toRefusal } from './backup-format.ts'
import { maxDocumentBytes } from './read-document.ts'
import { dataEntry, imageEntry } from './write-backup.ts'

/** What an archive may cost, whatever it says of itself. */
const limits = {
  entries: 5_000,
  documentBytes: maxDocumentBytes,
  manifestBytes: 4 * megabytes,
  imageBytes: 10 * megabytes,
  totalBytes: 1024 * megabytes,
  /** Text compresses well, pictures not at all; bombs by a thousand. */
  ratio: 200,
}

const Manifest = z.extend(Header, {
  entries: z.record(z.string(), Sha256),
  images: z.array(z.strictObject({ hash: Sha256, cardHash: Sha256, createdAt: z.iso.datetime() })),
})

export type Picture = { hash: string; bytes: Buffer; cardBytes: Buffer; createdAt: string }

/** An archive whose names, sizes and manifest are in order; its contents are checked as they are read. */
export type Archive = {
  document: () => AsyncGenerator<Buffer>
  pictures: () => AsyncGenerator<Picture>
  close: () => void
}

/** Opens a ZIP archive of ours. Throws 400 with the reason for anything else. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path)
  try {
    const entries = await readDirectory(zip)
    const manifest = await readManifest(zip, entries)
    expectAllListed(entries, manifest)
    return {
      document: () => readDocumentOf(zip, entries, manifest),
      pictures: () => readPictures(zip, entries, manifest),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw toRefusal(error, 'it is no whole ZIP archive')
  }
}

type Entries = Map<string, Entry>
type ArchiveManifest = z.output<typeof Manifest>

async function openZip(path: string): Promise<ZipFile> {
  const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open)
  return open(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
    decodeStrings: true,
  }).catch(error => Promise.reject(toRefusal(error, 'it is no whole ZIP archive')))
}

// Names are only looked up here, and never become a path.
const namePattern = /^(manifest\.json|data\.json|data\.ndjson|images\/[0-9a-f]{64}\.webp)$/
const localHeaderBytes = 30

async function readDirectory(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > limits.entries) throw damaged(`it has more than ${limits.entries} entries`)
  const entries: Entries = new Map()
  await new Promise<void>((resolve, reject) => {
    zip.once('error', reject)
    zip.once('end', resolve)
    zip.on('entry', (entry: Entry) => {
      try {
        addEntry(entries, entry)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.readEntry()
  })
  expectNoOverlap(zip, [...entries.values()])
  return entries
}

function addEntry(entries: Entries, entry: Entry): void {
  const name = entry.fileName
  if (!namePattern.test(name)) throw damaged('it has a file that does not belong there')
  if (entries.has(name)) throw damaged(`it has ${name} twice`)
  if (entry.isEncrypted()) throw damaged('it is encrypted')
  // The upper half says, on Unix, what kind of file it was: a link, for one.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000) throw damaged(`${name} is no file`)
  const { uncompressedSize: size, compressedSize } = entry
  if (size > limitOf(name)) throw damaged(`${name} is too large`)
  if (size > 1024 * 1024 && size > compressedSize * limits.ratio)
    throw damaged(`${name} is suspiciously small`)
  entries.set(name, entry)
  const total = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > limits.totalBytes) throw damaged('it is larger than 1 GB')
}

// Entries that share bytes are how a small archive becomes a huge one.
function expectNoOverlap(zip: ZipFile, entries: Entry[]): void {
  let end = 0
  for (const entry of entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw damaged('its entries overlap')
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileName.length + entry.compressedSize
  }
  if (end > zip.fileSize) throw damaged('it ends too early')
}

function limitOf(name: string): number {
  if (name === 'manifest.json') return limits.manifestBytes
  return name.startsWith('data.') ? limits.documentBytes : limits.imageBytes
}

async function readManifest(zip: ZipFile, entries: Entries): Promise<ArchiveManifest> {
  const entry = entries.get('manifest.json')
  if (!entry) throw damaged('it has no manifest.json')
  const fields = parseJson((await readEntry(zip, entry)).toString('utf8'))
  headerOf(fields)
  const manifest = Manifest.safeParse(fields)
  if (!manifest.success) throw damaged('its manifest is incomplete')
  return manifest.data
}

function expectAllListed(entries: Entries, { entries: listed, images }: ArchiveManifest): void {
  const needed = new Set([
    documentEntry(listed),
    ...images.flatMap(({ hash, cardHash }) => [imageEntry(hash), imageEntry(cardHash)]),
  ])
  for (const name of needed) {
    if (!entries.has(name)) throw damaged(`${name} is missing`)
    if (!Object.hasOwn(listed, name)) throw damaged(`its manifest does not list ${name}`)
  }
  for (const name of [...entries.keys(), ...Object.keys(listed)]) {
    if (name !== 'manifest.json' && !needed.has(name))
      throw damaged(`${name.slice(0, 80)} belongs to nothing`)
  }
}

// The first format's is one JSON value.
const documentEntry = (listed: object) => (Object.hasOwn(listed, 'data.json') ? 'data.json' : dataEntry)

async function* readDocumentOf(
  zip: ZipFile,
  entries: Entries,
  manifest: ArchiveManifest,
): AsyncGenerator<Buffer> {
  const name = documentEntry(manifest.entries)
  const entry = entries.get(name)
  if (!entry) throw damaged(`${name} is missing`)
  const hash = createHash('sha256')
  for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== manifest.entries[name]) throw damaged(`${name} was changed or damaged`)
}

async function* readPictures(
  zip: ZipFile,
  entries: Entries,
  { images }: ArchiveManifest,
): AsyncGenerator<Picture> {
  const read = async (hash: string): Promise<Buffer> => {
    const entry = entries.get(imageEntry(hash))
    if (!entry) throw damaged(`${imageEntry(hash)} is missing`)
    const bytes = await readEntry(zip, entry)
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw damaged(`${imageEntry(hash)} was changed or damaged`)
    return bytes
  }
  for (const { hash, cardHash, createdAt } of images) {
    yield { hash, bytes: await read(hash), cardBytes: await read(cardHash), createdAt }
  }
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)(entry).catch(error =>
    Promise.reject(toRefusal(error, 'it is no whole ZIP archive')),
  )
}

// Counts what really comes out: the announced size may lie.
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of (await openEntry(zip, entry)) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limitOf(entry.fileName)) throw damaged(`${entry.fileName} is too large`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw toRefusal(error, 'it is no whole ZIP archive')
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw damaged('its manifest can not be read')
}
