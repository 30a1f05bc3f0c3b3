import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#app/app.ts'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { documentText } from '#kit/server/http/openapi/openapi.ts'
import { optionsOf } from './options.ts'

optionsOf({})

// Writes docs/openapi.json from the validation schemas, so that a diff shows how a change affects the API.
const dataDir = await mkdtemp(join(tmpdir(), 'common-table-openapi-'))
const deps = await createDeps(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
const app = await createApp(deps)
await writeFile(new URL('../docs/openapi.json', import.meta.url), await documentText(app))
await app.close()
await deps.db.destroy()
await rm(dataDir, { recursive: true, force: true })
console.log('docs/openapi.json is up to date')
