import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanUpAfterTests } from './clean-up.ts'
import { compileCache } from './compile-cache.ts'
import { killGroup, runOnExit, temporaryFolder } from './guard.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const startScript = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))

/**
 * Starts the server as a separate process, like `npm start`, with a new database of the engine under test, until the
 * tests end. `startAgain` starts another process on the same data.
 */
export async function startProcess(
  environment: Record<string, string> = {},
  { throughNpm = false }: { throughNpm?: boolean } = {},
) {
  const { path: dataDir, remove } = await temporaryFolder('process')
  const cluster = process.env.ENGINE === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined
  const databaseUrl = cluster && (await createDatabase(cluster))
  const launched: Launched[] = []
  const cleanUp = async () => {
    for (const { signalGroup, ended } of launched) {
      signalGroup('SIGKILL')
      await ended
    }
    await remove()
    if (databaseUrl) await dropDatabase(databaseUrl)
  }
  cleanUpAfterTests(cleanUp)
  const command = throughNpm ? await npmStart(dataDir) : [process.execPath, main]
  const start = async () => {
    const server = launch(dataDir, command, {
      DATABASE_URL: databaseUrl ?? '',
      STARTER_DATA: 'none',
      PRIMARY_ADMIN_PASSWORD: processPassword,
      ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
      ...environment,
    })
    launched.push(server)
    const port = await listeningPort(server.child, server.output)
    return { ...server, dataDir, databaseUrl, port, origin: `http://127.0.0.1:${port}` }
  }
  return { ...(await start()), startAgain: start }
}

type Launched = ReturnType<typeof launch>

/** Starts it like an operator, but without set-up, and without build, because the folder has no sources. */
async function npmStart(folder: string): Promise<string[]> {
  const scripts = { start: `"${process.execPath}" "${startScript}"` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))
  return ['npm', '--no-update-notifier', `--cache=${join(folder, '.npm')}`, 'start']
}

function launch(dataDir: string, [program = '', ...args]: string[], environment: Record<string, string>) {
  const child = spawn(program, args, {
    // In its own folder, so that the developer's .env is not read.
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...compileCache, PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Puts it into its own process group.
    detached: true,
  })
  const guard = runOnExit(`${killGroup}; rm -rf "$2"`, [String(child.pid), dataDir])
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)))
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  // The pid may be reused after the process has ended, so the guard must not kill it later.
  child.once('exit', () => guard.kill('SIGKILL'))
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal)
  }
  return { child, ended, signalGroup, output: () => output.join('') }
}

export const processPassword = 'process-password'

async function listeningPort(child: ChildProcess, output: () => string): Promise<number> {
  let closed = false
  child.once('close', () => {
    closed = true
  })
  while (!closed) {
    const port = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]
    if (port) return Number(port)
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')])
  }
  throw new Error(`The server did not start:\n${output()}`)
}
