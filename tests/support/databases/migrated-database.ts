import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { schema } from '#app/tables.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { openDatabase, sqliteFileName } from '#kit/server/database/connection/open.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { createDatabase } from './postgres.ts'

export const primaryPassword = 'primary-password'

export const newInstallation = { STARTER_DATA: 'none', PRIMARY_ADMIN_PASSWORD: primaryPassword }

/** The settings that a new database's first rows come from. */
export const settingsOfFirstRows = [
  ...Object.keys(newInstallation),
  'ORG_EMAIL_DOMAIN',
  'PRIMARY_ADMIN_EMAIL',
]

type Place = { dataDir: string; databaseUrl: string | null }

/**
 * Creates once per test run what a first start creates: the tables, campuses, departments and the primary admin. Copying
 * them is much faster than doing that for each test file. The keys for notifications are left to each server.
 */
export async function createTemplate({ dataDir, databaseUrl }: Place): Promise<void> {
  const config = readConfig({
    ...newInstallation,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    PUSH: 'off',
  })
  const db = openDatabase(config, error => {
    throw error
  })
  await migrate(db, schema)
  await prepareInstallation({ config, db, now: () => new Date(), log: console })
  await db.destroy()
}

/** Copies the run's template into a folder. */
export async function copySqliteTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEST_SQLITE_TEMPLATE
  if (!template) throw new Error('TEST_SQLITE_TEMPLATE is not set: the sqlite project makes it')
  await mkdir(dataDir, { recursive: true })
  await copyFile(join(template, sqliteFileName), join(dataDir, sqliteFileName))
}

/** Creates a database on the run's cluster and returns its URL. It is a copy of the template, or has no tables. */
export async function newPostgresDatabase({ isEmpty }: { isEmpty: boolean }): Promise<string> {
  const { TEST_POSTGRES_URL: cluster, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (!cluster || !template) throw new Error('The postgres project starts the cluster and sets its variables')
  return createDatabase(cluster, isEmpty ? {} : { template })
}
