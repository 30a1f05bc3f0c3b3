/**
 * One of the operations that are interrupted by faults, run as its own process: `migrate`, `bulk-delete`,
 * `import` or `undo-import`.
 */

import { createApp } from '#app/app.ts'
import { createDeps } from '#app/create-deps.ts'
import { startImport, undoImport } from '#features/imports/import-runs-contract.ts'
import { bulkDeleteRestaurants } from '#features/restaurants/contract.ts'
import { addressOf, type Endpoint } from '#kit/contract/endpoint.ts'
import { loadConfig } from '#kit/server/config/load-config.ts'
import { signIn } from '#tests/reliability/support/client.ts'
import { peopleOf } from '#tests/support/people/people.ts'

const [operation = '', places = '0'] = process.argv.slice(2)
const ids = Array.from({ length: Number(places) }, (_, index) => `node/${index + 1}`)

const calls: Record<string, { endpoint: Endpoint; body?: object }> = {
  'bulk-delete': { endpoint: bulkDeleteRestaurants },
  import: { endpoint: startImport, body: { source: 'osm', campusCode: 'arden', ids } },
  'undo-import': { endpoint: undoImport },
}

// Opening the database migrates it.
const deps = await createDeps({ ...loadConfig(), logLevel: 'error' })
const requested = calls[operation]
if (requested) {
  const app = await createApp(deps)
  const { cookie } = await signIn(deps, await peopleOf(deps).primary())
  const { method } = requested.endpoint
  const url = addressOf(requested.endpoint, { params: { id: 1 } })
  const { statusCode, body } = await app.inject({
    method,
    url,
    headers: { cookie },
    ...(requested.body && { payload: requested.body }),
  })
  if (statusCode !== 200 && statusCode !== 202) throw new Error(`${statusCode}: ${body}`)
  await deps.jobs.imports.settled()
  await app.close()
}
await deps.db.destroy()
