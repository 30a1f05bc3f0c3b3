import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Running = {
  origin: string
  /** Milliseconds of processor time so far. */
  cpuTime: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts a script of this folder that prints its address when it listens. */
export async function start(
  script: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Running> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const server = fork(path, options.args ?? [], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!server.stdout) throw new Error(`${script} has no output`)
  const ended = once(server, 'exit')
  const first = await Promise.race([once(server.stdout, 'data'), ended.then(() => null)])
  if (!first) throw new Error(`${script} ended before it listened`)
  return {
    origin: String(first[0]).trim(),
    cpuTime: async () => {
      const answer = once(server, 'message')
      server.send('cpu time')
      const [milliseconds] = await answer
      return milliseconds as number
    },
    stop: async () => {
      server.kill()
      await ended
    },
  }
}

export type Request = { method: 'GET' | 'POST'; path: string; cookie: string; body?: string }
export type Load = {
  perSecond: number
  p99: number
  /** Milliseconds of the server's processor time for one request: a busy machine changes it least. */
  cpu: number
}

const connections = 10

/** Loads a server for about so many seconds, from a process of its own, until every request is answered. */
export async function load(server: Running, request: Request, seconds: number): Promise<Load> {
  const warmUp = await cannon(server.origin, request, 10 * connections)
  const amount = Math.round(seconds * perSecond(warmUp))
  const before = await server.cpuTime()
  const result = await cannon(server.origin, request, Math.max(amount, 5 * connections))
  const cpu = (await server.cpuTime()) - before
  return { perSecond: perSecond(result), p99: result.latency.p99, cpu: cpu / result.requests.total }
}

// Every connection waits for its answer before it asks again. (The generator's own clock has whole seconds only.)
const perSecond = ({ latency }: Result) => (1000 * connections) / Math.max(latency.average, 1)

type Result = {
  requests: { total: number }
  latency: { average: number; p99: number }
  non2xx: number
  errors: number
}

async function cannon(origin: string, request: Request, amount: number): Promise<Result> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const args = ['--json', '--connections', String(connections), '--amount', String(amount)]
  args.push('--timeout', '60', '--method', request.method, '--headers', `cookie=${request.cookie}`)
  if (request.body) args.push('--headers', 'content-type=application/json', '--body', request.body)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, origin + request.path])
  const result = JSON.parse(stdout) as Result
  if (result.non2xx + result.errors > 0)
    throw new Error(`${request.path}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result
}
