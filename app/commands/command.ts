import { createDeps } from '#app/create-deps.ts'
import type { Config } from '#kit/server/config/config.ts'
import { ConfigError } from '#kit/server/config/error.ts'
import { loadConfig } from '#kit/server/config/load-config.ts'
import { UnusableDatabaseError } from '#kit/server/database/connection/open.ts'
import { explainStartError } from '#kit/server/database/connection/wait-until-reachable.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { listServers } from '#kit/server/jobs/server-presence.ts'

/** A command was rejected. The message is for the user on the command line. */
export class CommandError extends Error {}

/** Runs a command, and exits with 0, or with 1 and an error message without a stack trace. */
export async function runCommand(work: (config: Config, args: string[]) => Promise<void>): Promise<void> {
  try {
    await work({ ...loadConfig(), logLevel: 'error' }, process.argv.slice(2))
  } catch (thrown) {
    const error = explainStartError(thrown)
    const expectedErrors = [ConfigError, UnusableDatabaseError, HttpError, CommandError]
    const message = expectedErrors.some(kind => error instanceof kind)
      ? (error as Error).message
      : describeFolderError(error)
    if (message === null) throw error
    console.error(`\n${message}\n`)
    process.exitCode = 1
  }
}

/** The message if a folder can't be written, usually by a user who isn't the server's; null for other errors. */
function describeFolderError(error: unknown): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path === undefined || !/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/.test(code)) return null
  return `${path} can't be used (${code}). Run this as the user that the server runs as, with its DATA_DIR.`
}

/** Runs a command that needs the database. */
export async function runDatabaseCommand(work: (deps: Deps, args: string[]) => Promise<void>): Promise<void> {
  await runCommand(async (config, args) => {
    const deps = await createDeps(config)
    await work(deps, args).finally(() => deps.db.destroy())
  })
}

/** The user on the command line, as the actor in the audit log. */
export const operator = {
  viewer: null,
  request: { ip: '127.0.0.1', headers: { 'user-agent': 'Command line' } },
}

/** Throws if a server is using the database. */
export async function requireStoppedServer({ db, now }: Deps): Promise<void> {
  const servers = await listServers(db, now())
  if (servers.length === 0) return
  throw new CommandError(
    `The server is running (${servers.join(', ')}). Stop it first, or do this in Command Mode. ` +
      'After a crash, it counts as running for half a minute.',
  )
}
