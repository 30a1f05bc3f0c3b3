import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import yazl from 'yazl'
import { openReader } from '#kit/server/database/connection/open.ts'
import { backupTableNames, type Db, type Tables } from '#kit/server/database/schema.ts'
import { readConsistently } from '#kit/server/database/transactions.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict } from '#kit/server/http/errors.ts'
import type { BackupKind } from '../../contract.ts'
import { storeBackupFile } from '../backup-files.ts'
import {
  type BackupLimits,
  backupLimits,
  dataEntry,
  formatName,
  formatVersion,
  type Header,
  imageEntry,
  latestMigration,
  type Manifest,
  sha256,
} from './backup-format.ts'
import { countTables, rowsOf } from './table-rows.ts'

type WriteDeps = Pick<Deps, 'config' | 'schema' | 'now'>

/**
 * Writes a backup of the current database: a file of JSON lines, or a ZIP archive with the same document and all
 * pictures. Throws 409 if there is more data than could be read back.
 */
export async function writeBackup(
  deps: WriteDeps,
  { kind, includeImages }: { kind: BackupKind; includeImages: boolean },
  limits: BackupLimits = backupLimits,
): Promise<string> {
  const { config, schema, now } = deps
  const time = now()
  // A snapshot, however long it takes, while others keep reading and writing. What reads it may run more than once.
  const reader = openReader(config)
  const written = readConsistently(reader, async tx => {
    const header = {
      format: formatName,
      version: formatVersion,
      createdAt: time.toISOString(),
      appVersion: config.version,
      migration: latestMigration(schema),
    } as const
    if (includeImages) await requireWithinPictureLimits(tx, limits)
    const document = documentOf(tx, schema.tables, header, limits)
    const extension = includeImages ? 'zip' : 'json'
    return storeBackupFile(config, { kind, extension, time }, () =>
      includeImages ? archiveOf(tx, header, document) : Readable.from(document),
    )
  })
  return written.finally(() => reader.destroy())
}

/**
 * Yields the lines of the document: the header; each table's name and number of rows, followed by a line for each
 * row; and the SHA-256 of all these lines.
 */
async function* documentOf(
  db: Db,
  tables: Tables,
  header: Header,
  { documentBytes }: BackupLimits,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let size = 0
  const lines = (values: readonly unknown[]) => {
    const text = values.map(value => `${JSON.stringify(value)}\n`).join('')
    hash.update(text)
    size += Buffer.byteLength(text)
    if (size + endBytes > documentBytes)
      throw conflict('There is more data than a backup can hold, even without pictures.')
    return text
  }
  yield lines([header])
  const counts = await countTables(db, tables)
  for (const table of backupTableNames(tables)) {
    yield lines([{ table, rows: counts[table] }])
    for await (const rows of rowsOf(db, table, tables[table])) if (rows.length > 0) yield lines(rows)
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

/** The length of the last line, with the checksum. */
const endBytes = `{"sha256":"${'0'.repeat(64)}"}\n`.length

function archiveOf(db: Db, header: Header, document: AsyncIterable<string>): Readable {
  const zip = new yazl.ZipFile()
  // A separate stream, because an error while making an entry must end the whole archive.
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  // The stream's reader gets the error; without a reader, it doesn't matter.
  output.on('error', () => undefined)
  zip.on('error', (error: Error) => output.destroy(error))
  const addLazily = (name: string, compress: boolean, content: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, { mtime: new Date(header.createdAt), compress }, use => {
      content().then(
        stream =>
          use(
            null,
            stream.once('error', error => output.destroy(error)),
          ),
        error => output.destroy(error),
      )
    })

  const manifest: Manifest = { ...header, entries: {}, images: [] }
  const addImage = (hash: string, entry: string, read: () => Promise<Uint8Array>) => {
    manifest.entries[entry] = hash
    addLazily(entry, false, async () => Readable.from([Buffer.from(await read())]))
  }
  const fill = async () => {
    addLazily(dataEntry, true, async () =>
      hashed(document, hash => {
        manifest.entries[dataEntry] = hash
      }),
    )
    for (const { hash, createdAt } of await listImages(db)) {
      const cardHash = sha256(await readImage(db, hash, 'cardBytes'))
      manifest.images.push({ hash, cardHash, createdAt })
      addImage(hash, imageEntry(hash), () => readImage(db, hash, 'bytes'))
      if (!(imageEntry(cardHash) in manifest.entries))
        addImage(cardHash, imageEntry(cardHash), () => readImage(db, hash, 'cardBytes'))
    }
    // Last, because only then are the checksums of the other entries known.
    addLazily('manifest.json', true, async () => Readable.from([JSON.stringify(manifest, null, 1)]))
    zip.end()
  }
  fill().catch(error => output.destroy(error))
  return output
}

function hashed(content: AsyncIterable<string>, done: (hash: string) => void): Readable {
  const hash = createHash('sha256')
  return Readable.from(
    (async function* () {
      for await (const piece of content) {
        hash.update(piece)
        yield piece
      }
      done(hash.digest('hex'))
    })(),
  )
}

async function requireWithinPictureLimits(db: Db, { pictures, pictureBytes }: BackupLimits): Promise<void> {
  const { count, bytes } = await db
    .selectFrom('images')
    .select(eb => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(length("bytes") + length("cardBytes")), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  if (count > pictures || bytes > pictureBytes)
    throw conflict('There are more pictures than a backup can hold. Make one without pictures.')
}

async function listImages(db: Db): Promise<{ hash: string; createdAt: string }[]> {
  return db.selectFrom('images').select(['hash', 'createdAt']).orderBy('hash').execute()
}

async function readImage(db: Db, hash: string, column: 'bytes' | 'cardBytes'): Promise<Uint8Array> {
  const row = await db.selectFrom('images').select(column).where('hash', '=', hash).executeTakeFirstOrThrow()
  return (row as Record<string, Uint8Array>)[column] ?? new Uint8Array()
}
