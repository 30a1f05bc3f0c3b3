import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { cleanUpAfterTests } from '#server/testing/clean-up.ts'
import { killGroup, runOnExit } from '#server/testing/guard.ts'

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
export function launchProgram(
  [program = '', ...args]: string[],
  { endSignal = 'SIGKILL', ...options }: Options = {},
): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', detached: true, ...options })
  const guard = runOnExit(killGroup, [String(child.pid)])
  cleanUpAfterTests(async () => {
    if (child.exitCode !== null || !child.pid) return
    const exited = once(child, 'exit')
    // With its group: nginx's workers outlive their master.
    process.kill(-child.pid, endSignal)
    await exited
    guard.kill('SIGKILL')
  })
  return child
}

/** Starts a server and waits until it listens on this port. */
export async function startProgram(port: number, command: string[], options: Options = {}): Promise<void> {
  launchProgram(command, options)
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (attempt === 100) throw error
      await setTimeout(100)
    } finally {
      socket.destroy()
    }
  }
}
