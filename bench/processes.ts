import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Running = { origin: string; stop: () => Promise<void> }

/** Starts a script of this folder that prints its address when it listens. */
export async function start(
  script: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Running> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const server = spawn(process.execPath, [path, ...(options.args ?? [])], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const address = once(server.stdout, 'data')
  const first = await Promise.race([address, ended.then(() => null)])
  if (!first) throw new Error(`${script} ended before it listened`)
  return {
    origin: String(first[0]).trim(),
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}

export type Request = { method: 'GET' | 'POST'; path: string; cookie: string; body?: string }
export type Load = { perSecond: number; p99: number }

/** Loads a server from a process of its own, and tells requests per second and the 99th percentile in milliseconds. */
export async function load(origin: string, request: Request, seconds: number): Promise<Load> {
  await cannon(origin, request, 1)
  const { requests, latency, non2xx, errors } = await cannon(origin, request, seconds)
  if (non2xx + errors > 0) throw new Error(`${request.path}: ${non2xx} refusals, ${errors} errors`)
  return { perSecond: requests.average, p99: latency.p99 }
}

type Result = { requests: { average: number }; latency: { p99: number }; non2xx: number; errors: number }

async function cannon(origin: string, request: Request, seconds: number): Promise<Result> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const args = ['--json', '--connections', '20', '--duration', String(seconds), '--method', request.method]
  args.push('--headers', `cookie=${request.cookie}`)
  if (request.body) args.push('--headers', 'content-type=application/json', '--body', request.body)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, origin + request.path])
  return JSON.parse(stdout) as Result
}
