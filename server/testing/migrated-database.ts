import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, sqliteFileName } from '#server/database/open.ts'
import { createDatabase } from './postgres.ts'

type Place = { dataDir: string; databaseUrl: string | null }

/** Creates the tables once per test run. Copying them is much faster than migrating for each test file. */
export async function migrateTemplate(place: Place): Promise<void> {
  const db = openDatabase(place, error => {
    throw error
  })
  await migrate(db)
  await db.destroy()
}

/** Copies the run's migrated, empty database into a folder. */
export async function copySqliteTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEST_SQLITE_TEMPLATE
  if (!template) throw new Error('TEST_SQLITE_TEMPLATE is not set: the sqlite project makes it')
  await mkdir(dataDir, { recursive: true })
  await copyFile(join(template, sqliteFileName), join(dataDir, sqliteFileName))
}

/** Creates a database on the run's cluster and returns its URL. It is a copy of the migrated one, or has no tables. */
export async function newPostgresDatabase({ isEmpty }: { isEmpty: boolean }): Promise<string> {
  const { TEST_POSTGRES_URL: cluster, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (!cluster || !template) throw new Error('The postgres project starts the cluster and sets its variables')
  return createDatabase(cluster, isEmpty ? {} : { template })
}
