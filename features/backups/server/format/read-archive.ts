import { createHash } from 'node:crypto'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { megabytes } from '#kit/rules/units.ts'
import type { Schema } from '#kit/server/database/schema.ts'
import { readWithin } from '#kit/server/within-limit.ts'
import { backupLimits, damaged, imageEntry, type Manifest, sha256, toDamagedError } from './backup-format.ts'
import { documentEntry, manifestLimit, readManifest } from './read-manifest.ts'

/** Limits on what reading an archive may cost, whatever it claims. */
const limits = {
  ...backupLimits,
  /** Each picture's two files, the document and the manifest. */
  entries: 2 * backupLimits.pictures + 2,
  totalBytes: backupLimits.pictureBytes + 2 * backupLimits.documentBytes,
  imageBytes: 10 * megabytes,
  /** The highest compression ratio: text compresses well and pictures not at all, but bombs by a thousand. */
  ratio: 200,
}

export type Picture = { hash: string; bytes: Buffer; cardBytes: Buffer; createdAt: string }

/** An archive with valid names, sizes and manifest. Its contents are checked as they are read. */
export type Archive = {
  /** The unpacked size of the document and of each picture with its card; a shared file counts each time. */
  size: number
  document: () => AsyncGenerator<Buffer>
  pictures: () => AsyncGenerator<Picture>
  close: () => void
}

/** Opens a ZIP archive in our backup format. Throws 400 with the reason for anything else. */
export async function openArchive(path: string, schema: Schema): Promise<Archive> {
  const zip = await yauzl.openPromise(path, options).catch(rejectIncomplete)
  // Whether the file can be closed in the end doesn't matter.
  zip.on('error', () => undefined)
  try {
    const entries = await readDirectory(zip)
    const manifest = await manifestOf(zip, entries, schema)
    return {
      size: sizeOf(entries, manifest),
      document: () => readDocumentOf(zip, entries, manifest),
      pictures: () => readPictures(zip, entries, manifest),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    return rejectIncomplete(error)
  }
}

const options = { autoClose: false, strictFileNames: true, validateEntrySizes: true, decodeStrings: true }

const rejectIncomplete = (error: unknown): never => {
  throw toDamagedError(error, 'it is not a complete ZIP archive')
}

type Entries = Map<string, Entry>

// Names are only compared with this pattern and never become paths.
const namePattern = /^(manifest\.json|data\.json|data\.ndjson|images\/[0-9a-f]{64}\.webp)$/
const localHeaderBytes = 30

async function readDirectory(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > limits.entries) throw damaged(`it has more than ${limits.entries} entries`)
  const entries: Entries = new Map()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    addEntry(entries, entry)
    size += entry.uncompressedSize
    if (size > limits.totalBytes) throw damaged('it is larger than 34 GB')
    // A single small entry may compress to any size, but not all of them together.
    if (size > limits.ratio * zip.fileSize) throw damaged('it is suspiciously small')
  }
  expectNoOverlap(zip, [...entries.values()])
  return entries
}

/** Empties the fields that would take the most memory with many entries: a comment alone has up to 64 kB. */
const unused = {
  fileNameRaw: Buffer.of(),
  extraFieldRaw: Buffer.of(),
  extraFields: [],
  fileCommentRaw: Buffer.of(),
  fileComment: '',
  comment: '',
}

function addEntry(entries: Entries, entry: Entry): void {
  const name = entry.fileName
  if (!namePattern.test(name)) throw damaged('it has an unexpected file')
  if (entries.has(name)) throw damaged(`it has ${name} twice`)
  if (entry.isEncrypted()) throw damaged('it is encrypted')
  // On Unix, the upper half tells the kind of file, such as a symbolic link.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000) throw damaged(`${name} is not a regular file`)
  const { uncompressedSize: size, compressedSize } = entry
  if (size > limitOf(name)) throw damaged(`${name} is too large`)
  if (size > 1024 * 1024 && size > compressedSize * limits.ratio)
    throw damaged(`${name} is suspiciously small`)
  Object.assign(entry, unused)
  entries.set(name, entry)
}

// With overlapping entries, a small archive can unpack to a huge one.
function expectNoOverlap(zip: ZipFile, entries: Entry[]): void {
  let end = 0
  for (const entry of entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw damaged('its entries overlap')
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileName.length + entry.compressedSize
  }
  if (end > zip.fileSize) throw damaged('it ends too early')
}

function limitOf(name: string): number {
  if (name === 'manifest.json') return manifestLimit(limits.entries)
  return name.startsWith('data.') ? limits.documentBytes : limits.imageBytes
}

async function manifestOf(zip: ZipFile, entries: Entries, schema: Schema): Promise<Manifest> {
  const entry = entries.get('manifest.json')
  if (!entry) throw damaged('it has no manifest.json')
  if (entry.uncompressedSize > manifestLimit(entries.size)) throw damaged('manifest.json is too large')
  return readManifest(await readEntry(zip, entry), new Set(entries.keys()), schema)
}

/** The size of everything that a manifest unpacks. A file that several pictures share is unpacked several times. */
function sizeOf(entries: Entries, manifest: Manifest): number {
  const { images } = manifest
  if (images.length > limits.pictures) throw damaged(`it has more than ${limits.pictures} pictures`)
  const ofEntry = (name: string) => entries.get(name)?.uncompressedSize ?? 0
  const pictures = images
    .flatMap(({ hash, cardHash }) => [ofEntry(imageEntry(hash)), ofEntry(imageEntry(cardHash))])
    .reduce((sum, size) => sum + size, 0)
  if (pictures > limits.pictureBytes) throw damaged('its pictures are larger than 32 GB')
  return ofEntry(documentEntry(manifest)) + pictures
}

async function* readDocumentOf(zip: ZipFile, entries: Entries, manifest: Manifest): AsyncGenerator<Buffer> {
  const name = documentEntry(manifest)
  const entry = entries.get(name)
  if (!entry) throw damaged(`${name} is missing`)
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry).catch(rejectIncomplete)
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== manifest.entries[name]) throw damaged(`${name} was changed or damaged`)
}

async function* readPictures(zip: ZipFile, entries: Entries, { images }: Manifest): AsyncGenerator<Picture> {
  const read = async (hash: string): Promise<Buffer> => {
    const entry = entries.get(imageEntry(hash))
    if (!entry) throw damaged(`${imageEntry(hash)} is missing`)
    const bytes = await readEntry(zip, entry)
    if (sha256(bytes) !== hash) throw damaged(`${imageEntry(hash)} was changed or damaged`)
    return bytes
  }
  for (const { hash, cardHash, createdAt } of images) {
    yield { hash, bytes: await read(hash), cardBytes: await read(cardHash), createdAt }
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const tooLarge = () => damaged(`${entry.fileName} is too large`)
  return zip
    .openReadStreamPromise(entry)
    .then(chunks => readWithin(chunks, limitOf(entry.fileName), tooLarge))
    .catch(rejectIncomplete)
}
