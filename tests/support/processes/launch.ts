import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { compileCache } from './compile-cache.ts'
import { killGroup, runOnExit } from './guard.ts'

type LaunchOptions = {
  /** A folder of its own, so that it does not read a developer's .env. */
  dataDir: string
  env: Record<string, string>
  /** A file for the output, if that may be large. */
  log?: string
  /** The descriptor of a socket that it serves, as systemd passes one. */
  socket?: number
  /** Whether it starts processes of its own: then it has a process group, for `signalGroup`. */
  hasChildren?: boolean
}

export type Process = ReturnType<typeof launch>

/** Runs a command as a process that also ends with this one. */
export function launch(
  [program = '', ...args]: string[],
  { dataDir, env, log, socket, hasChildren = false }: LaunchOptions,
) {
  const file = log === undefined ? 'pipe' : openSync(log, 'a')
  const stdio: SpawnOptions['stdio'] = ['ignore', file, file, ...(socket === undefined ? [] : [socket])]
  const passed = socket === undefined ? {} : { LISTEN_FDS: '1' }
  const allEnv = { PATH: process.env.PATH, ...compileCache, PORT: '0', DATA_DIR: dataDir, ...passed, ...env }
  const child = spawn(program, args, { cwd: dataDir, env: allEnv, stdio, detached: hasChildren })
  if (typeof file === 'number') closeSync(file)
  const guard = runOnExit(hasChildren ? killGroup : 'kill -9 "$1"', [String(child.pid)])
  // After the process has ended, its id may soon belong to another one, which the guard must not kill.
  child.once('exit', () => guard.kill('SIGKILL'))
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => printed.push(String(chunk)))
  // Children may hold its output open for longer than it lives.
  const ended = once(child, hasChildren ? 'exit' : 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }),
  )
  const output = () => (log === undefined ? printed.join('') : readFileSync(log, 'utf8'))
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal)
  }
  return { child, pid: child.pid ?? 0, output, kill, signalGroup, ended }
}

/** Waits until a server that was launched listens, and returns its address; throws if it ends, or after a minute. */
export async function originOf({ ended, output }: Process): Promise<string> {
  const deadline = Date.now() + 60_000
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const origin = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(output())?.[1]
    if (origin) return origin
    if (hasEnded || Date.now() > deadline) throw new Error(`The server did not start:\n${output()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
