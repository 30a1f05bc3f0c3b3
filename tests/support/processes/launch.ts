import { type Serializable, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { compileCache } from './compile-cache.ts'
import { killGroup, runOnExit } from './guard.ts'

export type LaunchOptions = {
  /** A server's folder, in which it runs, so that it does not read a developer's .env. */
  dataDir?: string
  env?: NodeJS.ProcessEnv
  /** A file for the output, if that may be large. */
  log?: string
  /** The descriptor of a socket that it serves, as systemd passes one. */
  socket?: number
  /** Whether it can be asked by messages. */
  hasChannel?: boolean
  /** Whether it starts processes of its own: then it has a process group, for `signalGroup`. */
  hasChildren?: boolean
  user?: { uid: number; gid: number }
  /** Whether who starts it ends it. All others end with their test or file, and every one ends with this process. */
  outlivesTest?: boolean
}

export type Process = ReturnType<typeof launch>

/** Starts a program: the one way in which the checks run a server, a command or what these talk to as a process. */
export function launch([program = '', ...args]: string[], options: LaunchOptions = {}) {
  const { dataDir, log, socket, hasChildren = false, user } = options
  const file = log === undefined ? 'pipe' : openSync(log, 'a')
  const channel = options.hasChannel ? (['ipc'] as const) : []
  const stdio: SpawnOptions['stdio'] = ['ignore', file, file, ...(socket === undefined ? channel : [socket])]
  const child = spawn(program, args, {
    ...user,
    cwd: dataDir ?? '/',
    env: {
      PATH: process.env.PATH,
      ...(dataDir !== undefined && { PORT: '0', DATA_DIR: dataDir }),
      ...(socket !== undefined && { LISTEN_FDS: '1' }),
      ...options.env,
      ...compileCache,
    },
    stdio,
    serialization: 'advanced',
    detached: hasChildren,
  })
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
  /** Ends it by a signal, and its children, too, if it can't tell them. */
  const end = (signal: NodeJS.Signals = 'SIGKILL') => {
    if (hasChildren && signal === 'SIGKILL') signalGroup(signal)
    else kill(signal)
    return ended
  }
  /** Sends it a message, and returns what it replies. */
  const ask = async (message: Serializable): Promise<unknown> => {
    const reply = once(child, 'message')
    child.send(message)
    const noReply = ended.then((): never => {
      throw new Error(`${program} ended:\n${output()}`)
    })
    return (await Promise.race([reply, noReply]))[0]
  }
  if (!options.outlivesTest) cleanUpAfterTests(async () => void (await end()))
  return { child, pid: child.pid ?? 0, output, kill, signalGroup, end, ask, ended }
}

/** Waits for something that a process does; throws if it ends before, or after a minute. */
async function until<T>({ ended, output }: Process, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (hasEnded || Date.now() > deadline) throw new Error(`The program did not start:\n${output()}`)
    await setTimeout(20)
  }
}

/** Waits until it has printed such a text, and returns the text's first group. */
export const printedBy = (program: Process, text: RegExp): Promise<string> =>
  until(program, async () => text.exec(program.output())?.[1])

/** Waits until a server listens, and returns its address. */
export const originOf = (server: Process): Promise<string> =>
  printedBy(server, /Server listening at (http:\/\/127\.0\.0\.1:\d+)/)

/** Waits until a program that doesn't say so listens on this port. */
export const listensOn = (program: Process, port: number): Promise<unknown> =>
  until(program, async () => {
    const socket = connect(port, '127.0.0.1')
    const opened = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    return opened
  })
