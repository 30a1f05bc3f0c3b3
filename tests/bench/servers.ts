import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import {
  newInstallation,
  prepare,
  type Server,
  startServer,
  withDeps,
} from '#tests/support/backups/installation.ts'
import { startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'
import { parseNameList } from '../../scripts/options.ts'
import { serverEnvironment, serverFlags } from '../../scripts/server-settings.ts'
import type { Usage } from './usage.ts'

/** A process with an address, which says what it uses. */
export type Running = Pick<Server, 'origin' | 'ask' | 'end'>

/** The engines that the option `--engine` names, or all that are installed. */
export function enginesOf(option: string | undefined): Engine[] {
  const wanted = parseNameList(option, ['sqlite', 'postgres'], '--engine')
  const here: Engine[] = findPostgresBinaries() ? ['sqlite', 'postgres'] : ['sqlite']
  return here.filter(engine => wanted?.includes(engine) ?? true)
}

/** Starts servers, as `npm start` runs them, on a new, filled database. */
export async function startServers<T>(
  engine: Engine,
  fill: (deps: Deps) => Promise<T>,
  { env = {}, processes = 1 }: { env?: Record<string, string>; processes?: number } = {},
) {
  const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : null
  const installation = await newInstallation(engine, cluster?.url ?? '', env)
  await prepare(installation)
  const filled = await withDeps(installation, fill)
  const flags = [...serverFlags, '--import', import.meta.resolve('./usage.ts')]
  const start = () => startServer(installation, { env: serverEnvironment, flags, hasChannel: true })
  const first = await start()
  const servers = [first]
  while (servers.length < processes) servers.push(await start())
  const stop = async () => {
    await Promise.all(servers.map(server => server.end('SIGTERM')))
    await installation.remove()
    await cluster?.stop()
  }
  return { filled, first, servers, stop }
}

/** What a process has used so far; with 'begin', the lag is measured again from now on. */
export const usageOf = (server: Running, lag: 'usage' | 'begin' = 'usage') =>
  server.ask(lag) as Promise<Usage>
