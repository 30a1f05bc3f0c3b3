import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { BackupKind } from '#contract/backups.ts'
import type { Db } from '#server/database/schema.ts'
import { backupTableNames } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { storeBackupFile } from './backup-files.ts'
import { formatName, formatVersion, type Header, latestMigration } from './backup-format.ts'
import { countRows, rowsOf, withSnapshot } from './snapshot.ts'

/** What an archive says of itself: `entries` has the SHA-256 of every other file in it. */
type Manifest = Header & {
  entries: Record<string, string>
  /** Each picture's two files. */
  images: { hash: string; cardHash: string; createdAt: string }[]
}

export const dataEntry = 'data.ndjson'
export const imageEntry = (hash: string) => `images/${hash}.webp`

type Writing = Pick<Deps, 'config' | 'now'>

/** Writes a backup of the database as it is now: everything as lines of JSON, or also the pictures in a ZIP archive. */
export async function writeBackup(
  deps: Writing,
  { kind, includeImages }: { kind: BackupKind; includeImages: boolean },
): Promise<string> {
  const { config, now } = deps
  const time = now()
  return withSnapshot(deps, tx => {
    const header = {
      format: formatName,
      version: formatVersion,
      createdAt: time.toISOString(),
      appVersion: config.version,
      migration: latestMigration,
    } as const
    const extension = includeImages ? 'zip' : 'json'
    return storeBackupFile(config, { kind, extension, time }, () =>
      includeImages ? archiveOf(tx, header) : Readable.from(documentOf(tx, header)),
    )
  })
}

/**
 * The document, a line at a time: what the backup says of itself; each table's name and number of rows, with a line for
 * each row after it; and the SHA-256 of all these lines.
 */
async function* documentOf(db: Db, header: Header): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const lines = (values: readonly unknown[]) => {
    const text = values.map(value => `${JSON.stringify(value)}\n`).join('')
    hash.update(text)
    return text
  }
  yield lines([header])
  const counts = await countRows(db)
  for (const table of backupTableNames) {
    yield lines([{ table, rows: counts[table] }])
    for await (const rows of rowsOf(db, table)) if (rows.length > 0) yield lines(rows)
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

function archiveOf(db: Db, header: Header): Readable {
  const zip = new yazl.ZipFile()
  // A stream of its own: what goes wrong while an entry is made must end the whole archive.
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  // The reader of the stream gets the error; without a reader, nobody needs it.
  output.on('error', () => undefined)
  zip.on('error', (error: Error) => output.destroy(error))
  const lazily = (name: string, compress: boolean, content: () => Promise<Readable>) =>
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
    lazily(entry, false, async () => Readable.from([Buffer.from(await read())]))
  }
  const fill = async () => {
    lazily(dataEntry, true, async () =>
      hashed(documentOf(db, header), hash => {
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
    // Last, since by then the sums of the other entries are known.
    lazily('manifest.json', true, async () => Readable.from([JSON.stringify(manifest, null, 1)]))
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

async function listImages(db: Db): Promise<{ hash: string; createdAt: string }[]> {
  return db.selectFrom('images').select(['hash', 'createdAt']).orderBy('hash').execute()
}

async function readImage(db: Db, hash: string, column: 'bytes' | 'cardBytes'): Promise<Uint8Array> {
  const row = await db.selectFrom('images').select(column).where('hash', '=', hash).executeTakeFirstOrThrow()
  return (row as Record<string, Uint8Array>)[column] ?? new Uint8Array()
}

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
