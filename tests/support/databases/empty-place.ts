import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

/** An empty data folder and database for a command, of the engine under test or of SQLite. */
export async function emptyPlace({ sqlite = false } = {}) {
  const { path, remove } = await temporaryFolder('command')
  const cluster = process.env.TEST_POSTGRES_URL
  const url = cluster && process.env.ENGINE === 'postgres' && !sqlite ? await createDatabase(cluster) : ''
  cleanUpAfterTests(async () => {
    if (url) await dropDatabase(url)
    await remove()
  })
  return { DATA_DIR: path, DATABASE_URL: url }
}
