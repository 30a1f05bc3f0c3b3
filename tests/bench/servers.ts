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

/** The engines that the option `--engine` names, or all that are installed. */
export function enginesOf(option: string | undefined): Engine[] {
  const wanted = parseNameList(option, ['sqlite', 'postgres'], '--engine')
  const here: Engine[] = findPostgresBinaries() ? ['sqlite', 'postgres'] : ['sqlite']
  return here.filter(engine => wanted?.includes(engine) ?? true)
}

/** Starts a server, as `npm start` runs it, on a new, filled database. */
export async function startFilledServer<T>(
  engine: Engine,
  env: Record<string, string>,
  fill: (deps: Deps) => Promise<T>,
) {
  const cluster = engine === 'postgres' ? await startPostgres({ durable: true }) : null
  const installation = await newInstallation(engine, cluster?.url ?? '', env)
  await prepare(installation)
  const filled = await withDeps(installation, fill)
  const flags = [...serverFlags, '--import', import.meta.resolve('./usage.ts')]
  const server = await startServer(installation, { env: serverEnvironment, flags, hasChannel: true })
  const stop = async () => {
    await server.end('SIGTERM')
    await installation.remove()
    await cluster?.stop()
  }
  return { filled, server, stop }
}

/** What a process has used so far. */
export const usageOf = ({ ask }: Pick<Server, 'ask'>) => ask('usage') as Promise<Usage>
