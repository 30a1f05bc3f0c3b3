import { startPostgres } from './postgres.ts'

/** One cluster for the whole run; each test file makes its own databases in it. A given one is used as it is. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL) return
  const { url, stop } = await startPostgres()
  process.env.TEST_POSTGRES_URL = url
  return stop
}
