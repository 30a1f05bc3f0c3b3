/** The real server as a separate process, with the database from the environment. Prints its address. */
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { loadEnvironment, readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { reportUsage } from './usage.ts'

const deps = await createDeps(readConfig(loadEnvironment()))
const app = await createApp(deps)
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
reportUsage()
