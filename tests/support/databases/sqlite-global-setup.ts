import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { createTemplate } from './migrated-database.ts'

/** Creates a migrated, empty database that the test files copy. */
export async function setup(): Promise<() => Promise<void>> {
  const { path, remove } = await temporaryFolder('template')
  await createTemplate({ dataDir: path, databaseUrl: null })
  process.env.TEST_SQLITE_TEMPLATE = path
  return remove
}
