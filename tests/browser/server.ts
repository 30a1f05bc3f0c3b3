import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '#server/testing/compile-cache.ts'

export const primaryAdmin = { email: 'admin@example.org', password: 'primary-password' }

export type Server = {
  origin: string
  /** The folder of its database and its outbox. */
  dataDir: string
  /** The mails to this address so far, as text, oldest first. */
  mailsTo: (address: string) => Promise<string[]>
  /** Ends the process as abruptly as a power cut; `start` restarts it with the same data. */
  kill: () => Promise<void>
  start: (changed?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the real server with its starter restaurants, in its own process and folder, on a free port.
 * `program` is the folder of another copy of the application, to run a different build.
 */
export async function startServer(
  environment: Record<string, string> = {},
  program = process.cwd(),
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'common-table-browser-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...compileCache,
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    PRIMARY_ADMIN_EMAIL: primaryAdmin.email,
    PRIMARY_ADMIN_PASSWORD: primaryAdmin.password,
    LOG_LEVEL: 'warn',
    ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
    ...environment,
  }
  let child: ChildProcess | undefined

  const start = async (changed: Record<string, string> = {}) => {
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: program,
      env: { ...env, ...changed },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await waitUntilReady(origin, child)
  }
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  return {
    origin,
    dataDir,
    mailsTo: address => readMails(join(dataDir, 'outbox'), address),
    kill,
    start,
    stop: async () => {
      await kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function readMails(folder: string, address: string): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter(file => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return mails.filter(mail =>
    mail.split('\n').some(line => line.startsWith('To: ') && line.includes(address)),
  )
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode} while starting`)
    const ready = await fetch(`${origin}/readyz`).then(
      response => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The server did not become ready within a minute')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}
