import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { killGroup, runOnExit } from '#server/testing/guard.ts'

export function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts a server that listens on this port until the test ends. */
export async function startProgram(
  port: number,
  [program = '', ...args]: string[],
  options: SpawnOptions = {},
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore', detached: true, ...options })
  const guard = runOnExit(killGroup, [String(child.pid)])
  onTestFinished(async () => {
    if (child.exitCode !== null || !child.pid) return
    const exited = once(child, 'exit')
    // With its group: nginx's workers outlive their master.
    process.kill(-child.pid, 'SIGKILL')
    await exited
    guard.kill('SIGKILL')
  })
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
