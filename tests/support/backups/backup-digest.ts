import { createHash } from 'node:crypto'
import { tables } from '#app/tables.ts'
import { rowsOf } from '#features/backups/server/format/snapshot.ts'
import { type BackupTable, backupTableNames, type Db } from '#kit/server/database/schema.ts'

/** The SHA-256 of each table's rows and of all pictures. Equal on both engines if, and only if, all data is equal. */
export async function digestOf(db: Db): Promise<Record<BackupTable | 'images', string>> {
  const digests: Record<string, string> = {}
  for (const table of backupTableNames(tables)) {
    const hash = createHash('sha256')
    for await (const rows of rowsOf(db, table, tables[table]))
      for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
    digests[table] = hash.digest('hex')
  }
  const hash = createHash('sha256')
  const images = await db.selectFrom('images').select('hash').orderBy('hash').execute()
  for (const image of images) {
    const row = await db
      .selectFrom('images')
      .selectAll()
      .where('hash', '=', image.hash)
      .executeTakeFirstOrThrow()
    hash.update(row.hash).update(row.createdAt).update(row.bytes).update(row.cardBytes)
  }
  digests.images = hash.digest('hex')
  return digests
}
