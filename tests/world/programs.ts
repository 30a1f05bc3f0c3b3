import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { killGroup, runOnExit } from '#tests/support/processes/guard.ts'

export function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Options = SpawnOptions & { endSignal?: NodeJS.Signals }

/** Starts a program that runs until the test ends, or the tests of the file. */
function launchProgram(
  [program = '', ...args]: string[],
  { endSignal = 'SIGKILL', ...options }: Options = {},
): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', detached: true, ...options })
  const guard = runOnExit(killGroup, [String(child.pid)])
  cleanUpAfterTests(async () => {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
    const exited = once(child, 'exit')
    // With its group: nginx's workers outlive their master.
    process.kill(-child.pid, endSignal)
    await exited
    guard.kill('SIGKILL')
  })
  return child
}

/** Starts a server and waits until it listens on this port. */
export async function startProgram(port: number, command: string[], options: Options = {}) {
  const program = launchProgram(command, options)
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return program
    } catch (error) {
      if (attempt === 100) throw error
      await setTimeout(100)
    } finally {
      socket.destroy()
    }
  }
}

/** Starts a screen that no one sees, and returns its name. It is ended gently, so that it removes its lock file. */
export async function startScreen({ width, height }: { width: number; height: number }): Promise<string> {
  const command = `Xvfb -displayfd 1 -nolisten tcp -screen 0 ${width}x${height}x24`.split(' ')
  const { stdout } = launchProgram(command, { stdio: ['ignore', 'pipe', 'ignore'], endSignal: 'SIGTERM' })
  const [number] = stdout ? await once(stdout, 'data') : ['']
  return `:${String(number).trim()}`
}

/** Why a step failed: the program hangs, which says nothing about what is tested with it. */
export const hungMessage = 'The program stopped replying'

/** Ends a program that doesn't reply for a minute. */
export async function failIfHanging<T>(reply: Promise<T>, end: () => void): Promise<T> {
  const hasReplied = new AbortController()
  const giveUp = setTimeout(60_000, null, { signal: hasReplied.signal }).then((): never => {
    end()
    throw new Error(hungMessage)
  })
  return Promise.race([reply, giveUp]).finally(() => hasReplied.abort())
}
