import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { launch, originOf, type Process } from '#tests/support/processes/launch.ts'

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
  const { path: dataDir, remove } = await temporaryFolder('browser')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PRIMARY_ADMIN_EMAIL: primaryAdmin.email,
    PRIMARY_ADMIN_PASSWORD: primaryAdmin.password,
    ...(environment.MAPBOX_TOKEN ? {} : { GEOCODER: 'off' }),
    ...environment,
  }
  let running: Process | undefined

  const start = async (changed: Record<string, string> = {}) => {
    const command = [process.execPath, join(program, 'app/main.ts')]
    const server = launch(command, { dataDir, env: { ...env, ...changed } })
    running = server
    void server.ended.then(({ code }) => code && console.error(server.output()))
    await originOf(server)
  }
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    running?.kill(signal)
    await running?.ended
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
      await remove()
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
