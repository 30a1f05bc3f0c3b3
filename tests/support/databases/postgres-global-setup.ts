import { createTemplate } from './migrated-database.ts'
import { createDatabase, dropDatabase, startPostgres } from './postgres.ts'

/**
 * Provides one cluster for the whole run: the one in TEST_POSTGRES_URL, or else a new one. Each test file creates its
 * own databases in it, most of them as copies of a migrated template.
 */
export async function setup(): Promise<() => Promise<void>> {
  const started = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
  const url = started?.url ?? process.env.TEST_POSTGRES_URL ?? ''
  const template = await createDatabase(url)
  await createTemplate({ dataDir: '', databaseUrl: template })
  Object.assign(process.env, { TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template })
  return async () => {
    await dropDatabase(template)
    await started?.stop()
  }
}
