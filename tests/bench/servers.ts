import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { newInstallation, prepare, withDeps } from '#tests/support/backups/installation.ts'
import { startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'
import { parseNameList } from '../../scripts/options.ts'
import { serverEnvironment, serverFlags } from '../../scripts/server-settings.ts'
import type { Usage } from './usage.ts'

export type Running = {
  origin: string
  /** Milliseconds from the start of the process until it listened. */
  readyMs: number
  /** What the process has used so far; with 'begin', the lag is measured again from now on. */
  usage: (lag?: 'begin') => Promise<Usage>
  stop: () => Promise<void>
}

/** The engines that the option `--engine` names, or all that are installed. */
export function enginesOf(option: string | undefined): Engine[] {
  const wanted = parseNameList(option, ['sqlite', 'postgres'], '--engine')
  const here: Engine[] = findPostgresBinaries() ? ['sqlite', 'postgres'] : ['sqlite']
  return here.filter(engine => wanted?.includes(engine) ?? true)
}

/** Starts servers on a new, filled database. What is left when this process ends, ends with it. */
export async function startServers<T>(
  engine: Engine,
  fill: (deps: Deps) => Promise<T>,
  { env = {}, processes = 1 }: { env?: Record<string, string>; processes?: number } = {},
) {
  const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : null
  const installation = await newInstallation(engine, cluster?.url ?? '', env)
  await prepare(installation)
  const filled = await withDeps(installation, fill)
  const first = await start('./server.ts', { env: installation.environment })
  const servers = [first]
  while (servers.length < processes)
    servers.push(await start('./server.ts', { env: installation.environment }))
  const stop = async () => {
    await Promise.all(servers.map(server => server.stop()))
    await installation.remove()
    await cluster?.stop()
  }
  return { filled, first, servers, stop }
}

/** Starts a script of this folder, which may be sent a message, and waits until it says that it listens. */
export async function start(
  script: string,
  { env = {}, message }: { env?: Record<string, string>; message?: Map<string, object> },
): Promise<Running> {
  const began = performance.now()
  const server = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: { ...process.env, ...serverEnvironment, PORT: '0', ...env },
    execArgv: serverFlags,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (message) server.send(message)
  const ended = once(server, 'exit')
  const listening = new Promise<string>(resolve => {
    let said = ''
    server.stdout?.on('data', chunk => {
      said += chunk
      const [, origin] = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? []
      if (origin) resolve(origin)
    })
  })
  const origin = await Promise.race([listening, ended.then(() => null)])
  if (!origin) throw new Error(`${script} ended before it listened`)
  return {
    origin,
    readyMs: performance.now() - began,
    usage: async lag => {
      const reply = once(server, 'message')
      server.send(lag ?? 'usage')
      return (await reply)[0] as Usage
    },
    stop: async () => {
      server.kill()
      await ended
    },
  }
}
