import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { AlertSnapshot } from '#features/alerts/server/tables.ts'
import { loadSharp } from '#features/images/server/load-sharp.ts'
import { recountLunchPeople } from '#features/lunches/server/lunch-people.ts'
import { RestaurantSnapshot } from '#features/restaurants/server/tables.ts'
import type { TrashKind } from '#features/trash/contract.ts'
import { readSnapshot } from '#features/trash/server/snapshots.ts'
import { openDatabase } from '#kit/server/database/connection/open.ts'
import {
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from '#kit/server/database/drivers/dialect.ts'
import { giveWay, YieldBetweenStatements } from '#kit/server/database/drivers/give-way.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { find, insertAll } from '#kit/server/database/rows.ts'
import {
  type BackupTable,
  backupTableNames,
  type Database,
  type Db,
  type Row,
  type Schema,
} from '#kit/server/database/schema.ts'
import { rowSchema } from '#kit/server/database/tables/table.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { requireSpace } from '#kit/server/http/limits/free-space.ts'
import { backupFolder, makeWorkFolder } from '../backup-files.ts'
import { type BackupRow, damaged, type Header } from './backup-format.ts'
import { type Archive, openArchive, type Picture } from './read-archive.ts'
import { readDocument } from './read-document.ts'

/** A backup that was read completely into an empty database, where it satisfies all constraints. */
export type StagedBackup = { header: Header; db: Kysely<Database>; extension: 'zip' | 'json' }

/**
 * Reads a whole backup file into a separate database and passes that to `work`. This is how backups are checked, and
 * what a restore copies from. `mayBeEmpty` is for the backup of an empty database. Throws 400 with the problem, 409
 * for a newer version, and 507 if the disk is full.
 */
export async function withStagedBackup<T>(
  { config, schema }: Pick<Deps, 'config' | 'schema'>,
  path: string,
  work: (staged: StagedBackup) => Promise<T>,
  { mayBeEmpty = false } = {},
): Promise<T> {
  const archive = (await isArchive(path)) ? await openArchive(path, schema) : null
  try {
    // An archive may unpack to far more than its own size.
    const { size } = archive ?? (await stat(path))
    await requireSpace(backupFolder(config), 2 * size)
    return await withWorkDatabase(config, schema, async db => {
      const header = await stage(db, schema, () => archive?.document() ?? createReadStream(path), archive)
      if (!mayBeEmpty) await requireUsable(db)
      return work({ header, db, extension: archive ? 'zip' : 'json' })
    })
  } finally {
    archive?.close()
  }
}

/** Lets `work` use an empty database, which is always discarded afterwards. */
async function withWorkDatabase<T>(
  config: Deps['config'],
  schema: Schema,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const folder = await makeWorkFolder(config)
  let db: Kysely<Database> | undefined
  try {
    db = openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)
    await migrate(db.withPlugin(new YieldBetweenStatements()), schema)
    // It is discarded whatever happens, so nothing needs to be undone or kept.
    await sql`pragma journal_mode = off`.execute(db)
    await sql`pragma synchronous = off`.execute(db)
    return await work(db)
  } finally {
    await db?.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

async function stage(
  db: Kysely<Database>,
  schema: Schema,
  document: () => AsyncIterable<Buffer>,
  archive: Archive | null,
): Promise<Header> {
  try {
    return await db.transaction().execute(async tx => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      const header = await stageRows(tx, schema, document())
      await recountLunchPeople(tx)
      if (archive) await stagePictures(tx, archive)
      return header
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw damaged('a row refers to another row that doesn’t exist')
    if (isCheckViolation(error)) throw damaged('a row has a value that is not allowed')
    throw error
  }
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  const start = buffer.toString('latin1')
  return start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')
}

const batchSize = 100
const shownProblems = 5

/** Checks and inserts the rows, which any version may have written. */
async function stageRows(tx: Db, schema: Schema, source: AsyncIterable<Buffer>): Promise<Header> {
  const rowSchemas = Object.fromEntries(
    backupTableNames(schema.tables).map(name => [name, rowSchema(schema.tables[name])]),
  ) as Record<BackupTable, z.ZodMiniType<BackupRow>>
  const problems: { path: string; message: string }[] = []
  const counts = new Map<BackupTable, number>()
  let batch: { table: BackupTable; rows: BackupRow[] } | undefined
  const flush = async () => {
    const full = batch
    batch = undefined
    // After a problem, the rest is only checked.
    if (full && problems.length === 0) await insertRows(tx, full.table, full.rows)
    await giveWay()
  }
  const header = await readDocument(source, schema, async (table, raw) => {
    const index = counts.get(table) ?? 0
    counts.set(table, index + 1)
    const { data: row, error } = rowSchemas[table].safeParse(raw)
    const [issue] = error?.issues ?? []
    const report = (path: string, message: string) =>
      problems.push({ path: `${table}.${index}.${path}`, message })
    if (issue) report(issue.path.join('.'), issue.message)
    else if (table === 'trash' && !isRestorable(row as unknown as Row<'trash'>))
      report('snapshot', 'can’t be restored')
    if (problems.length >= shownProblems) throw problemsFound(problems)
    if (!row) return
    if (batch?.table !== table) await flush()
    batch ??= { table, rows: [] }
    batch.rows.push(row)
    if (batch.rows.length >= batchSize) await flush()
  })
  if (problems.length > 0) throw problemsFound(problems)
  await flush()
  return header
}

const snapshots = {
  restaurant: RestaurantSnapshot,
  alert: AlertSnapshot,
  rating: z.null(),
} satisfies Record<TrashKind, z.ZodMiniType>

const isRestorable = ({ kind, snapshot }: Row<'trash'>) =>
  readSnapshot<unknown>(snapshots[kind], snapshot) !== undefined

function problemsFound(problems: { path: string; message: string }[]): HttpError {
  const [first] = problems
  return new HttpError(400, damaged(`${first?.path}: ${first?.message}`).message, { errors: problems })
}

export async function insertRows(tx: Db, table: BackupTable, rows: readonly object[]): Promise<void> {
  try {
    await insertAll(tx, table, rows as never)
  } catch (error) {
    if (isUniqueViolation(error))
      throw damaged(`its table ${table} has a duplicate of a value that must be unique`)
    throw error
  }
}

// Accounts can't be created without a campus and a department.
async function requireUsable(tx: Db): Promise<void> {
  for (const table of ['campuses', 'departments'] as const)
    if (!(await find(tx, table, {}))) throw damaged(`its table ${table} is empty`)
}

async function stagePictures(tx: Db, archive: Archive): Promise<void> {
  for await (const picture of archive.pictures()) {
    await expectPicture(picture)
    await tx.insertInto('images').values(picture).execute()
  }
}

/** Pictures are served unchanged, so they must be what the server itself makes: WebP within its size limits. */
async function expectPicture({ hash, bytes, cardBytes }: Picture): Promise<void> {
  const sharp = await loadSharp()
  for (const file of [bytes, cardBytes]) {
    const image = sharp(file, { failOn: 'error', limitInputPixels: 1600 * 1600, pages: 1 })
    // Small, because this only checks that the picture can be decoded.
    const drawn = image.clone().resize(32, 32).raw().toBuffer()
    const found = await Promise.all([image.metadata(), drawn]).then(
      ([metadata]) => metadata,
      () => null,
    )
    if (found?.format !== 'webp' || Math.max(found.width, found.height) > 1600)
      throw damaged(`images/${hash}.webp is not a valid picture`)
  }
}
