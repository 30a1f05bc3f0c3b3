import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { newPlace } from '#tests/support/backups/installation.ts'
import { basic, callEndpoint } from '#tests/support/calls/caller.ts'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { launch, originOf, type Process } from './launch.ts'

const main = fileURLToPath(new URL('../../../app/main.ts', import.meta.url))
const startScript = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url))

/**
 * Starts the server as a separate process, like `npm start`, with a new database of the engine under test, until the
 * tests end. `startAgain` starts another process on the same data.
 */
export async function startProcess(
  environment: Record<string, string> = {},
  { throughNpm = false, socket }: { throughNpm?: boolean; socket?: number } = {},
) {
  const cluster = process.env.ENGINE === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined
  const { dataDir, databaseUrl, remove } = await newPlace(cluster ?? '')
  const launched: Process[] = []
  cleanUpAfterTests(async () => {
    await Promise.all(launched.map(server => server.end()))
    await remove()
  })
  const command = throughNpm ? await npmStart(dataDir) : [process.execPath, main]
  const start = async () => {
    const env = {
      DATABASE_URL: databaseUrl,
      STARTER_DATA: 'none',
      PRIMARY_ADMIN_PASSWORD: processPassword,
      ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
      ...environment,
    }
    const server = launch(command, { dataDir, env, socket, hasChildren: true, outlivesTest: true })
    launched.push(server)
    const origin = await originOf(server)
    const ended = server.ended.then(({ code }) => code)
    return { ...server, ended, dataDir, databaseUrl, port: Number(new URL(origin).port), origin }
  }
  return { ...(await start()), startAgain: start }
}

/** Starts it like an operator, but without set-up, and without build, because the folder has no sources. */
async function npmStart(folder: string): Promise<string[]> {
  const scripts = { start: `"${process.execPath}" "${startScript}"` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))
  return ['npm', '--no-update-notifier', `--cache=${join(folder, '.npm')}`, 'start']
}

export const processPassword = 'process-password'

/** The headers of calls as the primary admin of a process. */
const asPrimary = basic('admin@example.org', processPassword)

/** Calls a process as its primary admin. */
export const callAsPrimary = <E extends Endpoint>(origin: string, endpoint: E, input?: CallInput<E>) =>
  callEndpoint((path, init) => fetch(origin + path, init), endpoint, input, asPrimary)
