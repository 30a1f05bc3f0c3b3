import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { findFolderProblem } from '#features/backups/server/backup-files.ts'
import { rejectLostDatabase } from '#features/backups/server/restore/reject-lost-database.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import type { Config } from '#kit/server/config/config.ts'
import { ConfigError } from '#kit/server/config/error.ts'
import { loadConfig } from '#kit/server/config/load-config.ts'
import { configWarnings } from '#kit/server/config/warnings.ts'
import { UnusableDatabaseError } from '#kit/server/database/connection/open.ts'
import { explainStartError } from '#kit/server/database/connection/wait-until-reachable.ts'
import type { Deps } from '#kit/server/deps.ts'
import { announceServer } from '#kit/server/jobs/server-presence.ts'
import { createApp } from './app.ts'
import { checkConnections } from './check-connections.ts'
import { createDeps } from './create-deps.ts'
import { listenForMetrics } from './metrics/serve-metrics.ts'
import { onOrphaned } from './on-orphaned.ts'

/** How many connections may wait to be accepted. A client that doesn't fit in retries after 1, 3, 7 and 15 seconds. */
const backlog = 4_096
/** How long requests in flight may take to finish after the process is asked to stop. */
const requestsTimeout = 10_000
/** How long a connection that was just accepted may take to send its request then. */
const firstRequestTimeout = 500
/** How long accepting what waits may take then, in milliseconds, and how short its last turn must be. */
const acceptTimeout = 2_000
const quietTurn = 0.2
/** How long a running mail or calculation may take then. If unfinished, it is in the database for the next start. */
const backgroundTimeout = 5_000
/**
 * How long PostgreSQL connections may take to close after that. An unfinished transaction, such as a long restore, is
 * rolled back.
 */
const disconnectTimeout = 1_000
/** Ctrl-C reaches the whole process group, and npm forwards its signal too: signals within this time count as one. */
const duplicateSignalWindow = 3_000

// Until it serves, nothing has to be finished, such as while it waits for the database. By itself, Node doesn't end on a
// signal if it is the first process of a container.
let onSignal: () => void = () => process.exit(0)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => onSignal())
onOrphaned(() => onSignal())

try {
  requireNoOptions(process.argv.slice(2))
  const config = loadConfig()
  const deps = await createDeps(config)
  exitOnUncaughtError(deps)
  // Close the database properly: no stale write-ahead log may stay beside a database file that an admin puts back.
  await rejectLostDatabase(deps).catch(error => deps.db.destroy().then(() => Promise.reject(error)))
  const { generatedPassword } = await prepareInstallation(deps)
  // Show it immediately: no later start can, even if this one fails from here on.
  if (generatedPassword) {
    console.log(`\nSign in as ${config.primaryAdmin.email} with the password  ${generatedPassword}`)
    console.log('It is shown only now; change it under Profile.')
  }
  await checkConnections(deps)
  const app = await createApp(deps)
  const metricsServer = await listenForMetrics(deps).catch(error => explainPort('METRICS_', error, config))
  app.addHook('onClose', async () => metricsServer?.close().closeAllConnections())
  stopOnSignal(app, deps, announceServer(deps))
  for (const job of Object.values(deps.jobs)) job.start()
  for (const warning of configWarnings(config)) deps.log.warn(warning)
  const folderProblem = await findFolderProblem(config)
  if (folderProblem) deps.log.warn(folderProblem)
  const socket = config.socket === null ? {} : { fd: config.socket }
  // Fastify would end with a TypeError. It doesn't tell where requests come from, either.
  const needsPort = 'systemd must hold a port, such as ListenStream=127.0.0.1:3000, and not a path'
  app.server.once('listening', () => app.server.address() ?? giveUp(`LISTEN_FDS: ${needsPort}`))
  await app
    .listen({ port: config.port, host: config.host, backlog, ...socket })
    .catch(error => explainPort('', error, config))
  console.log(`\n${config.appName} is ready at ${config.appUrl}`)
} catch (thrown) {
  const error = explainStartError(thrown)
  if (!(error instanceof ConfigError || error instanceof UnusableDatabaseError)) throw error
  giveUp(error.message)
}

function giveUp(reason: string): never {
  console.error(`\nCommon Table can't start:\n${reason}\n`)
  process.exit(1)
}

// If options were ignored, the server could listen on another port than the user expects.
function requireNoOptions([option]: string[]): void {
  if (option !== undefined)
    throw new ConfigError(
      `${option}: there are no options. Settings are in .env; .env.example explains them.`,
    )
}

// After an unexpected error, the state of the process is unknown. All permanent data is in the database, and a
// supervisor restarts the process.
function exitOnUncaughtError({ log }: Pick<Deps, 'log'>): void {
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'stopped by an uncaught error')
    process.exit(1)
  })
}

function explainPort(which: '' | 'METRICS_', error: NodeJS.ErrnoException, config: Config): never {
  const { port, metrics, socket } = config
  if (which === '' && socket !== null)
    throw new ConfigError(`LISTEN_FDS: descriptor ${socket} must be a socket of systemd (${error.message})`)
  // The metrics port is opened first.
  const taker = which === '' && metrics.port === port ? 'METRICS_PORT' : 'another program'
  const reason = { EADDRINUSE: `is taken by ${taker}`, EACCES: 'needs more rights' }[error.code ?? '']
  if (reason) throw new ConfigError(`${which}PORT: the port ${reason}. Free it, or choose another one.`)
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    throw new ConfigError(`${which}HOST: must be an address of this machine (${error.message})`)
  throw error
}

/**
 * Node accepts one connection in each turn of its event loop, and closing loses those that still wait, with what they
 * have sent. So close in a turn that is too short for others to have come.
 */
function afterQuietTurn(server: FastifyInstance['server'], close: () => void): void {
  const deadline = performance.now() + acceptTimeout
  let [began, isQuiet] = [0, false]
  server.on('connection', () => {
    isQuiet = false
  })
  const endTurn = () => {
    const now = performance.now()
    if ((isQuiet && now - began < quietTurn) || now > deadline) return close()
    began = now
    isQuiet = true
    setImmediate(endTurn)
  }
  // Only from the first one on, whole turns lie between two of them.
  setImmediate(endTurn)
}

// The first signal lets requests in flight finish. A later one that is clearly intended ends the process immediately.
function stopOnSignal(app: FastifyInstance, { db, log, jobs }: Deps, withdraw: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = async () => {
    setTimeout(() => app.server.closeAllConnections(), requestsTimeout).unref()
    // Clients keep their connections open after the last response, which would delay the exit for a minute. But one that
    // was accepted just now counts as idle until its request is read, and closing it would lose the request.
    const closeIdle = app.server.closeIdleConnections.bind(app.server)
    app.server.closeIdleConnections = () => undefined
    const close = app.server.close.bind(app.server)
    app.server.close = done => {
      afterQuietTurn(app.server, () => {
        close(done)
        setTimeout(() => setInterval(closeIdle, 50).unref(), firstRequestTimeout).unref()
      })
      return app.server
    }
    const background = Promise.all(Object.values(jobs).map(job => job.stop()))
    await Promise.all([app.close(), Promise.race([background, setTimeoutPromise(backgroundTimeout)])])
    await Promise.race([withdraw().then(() => db.destroy()), setTimeoutPromise(disconnectTimeout)])
    log.info('stopped')
    process.exit(0)
  }
  onSignal = () => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      void stop()
    } else if (performance.now() - stoppingSince > duplicateSignalWindow) {
      process.exit(1)
    }
  }
}
