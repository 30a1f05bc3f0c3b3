/** One of the operations that crash points are swept through, as a process of its own: `migrate` or `bulk-delete`. */
import { addressOf } from '#contract/endpoint.ts'
import { bulkDeleteRestaurants } from '#contract/restaurants.ts'
import { createApp } from '#server/app.ts'
import { loadEnvironment, readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { signIn } from './client.ts'

// Opening a database migrates it.
const deps = await createDeps({ ...readConfig(loadEnvironment()), logLevel: 'error' })
if (process.argv[2] === 'bulk-delete') {
  const app = await createApp(deps)
  const admin = await deps.db
    .selectFrom('users')
    .select('id')
    .where('isPrimaryAdmin', '=', true)
    .executeTakeFirstOrThrow()
  const { cookie } = await signIn(deps, admin)
  const url = addressOf(bulkDeleteRestaurants)
  const { statusCode, body } = await app.inject({ method: 'DELETE', url, headers: { cookie } })
  if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`)
  await app.close()
}
await deps.db.destroy()
