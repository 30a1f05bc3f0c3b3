import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs a shell script once this process ends or releases the returned guard. A shell waits on a pipe from this process,
 * which closes no matter how the process ends. It runs in its own session, so that Ctrl-C doesn't reach it.
 */
export function runOnExit(
  script: string,
  args: string[],
  owner?: { uid: number; gid: number },
): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

/** Kills the process group of "$1", in a syntax that all shells accept. */
export const killGroup = 'kill -s KILL -- "-$1"'

/** Runs the script now, and waits until it has finished. */
export async function release(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return
  guard.ref()
  const ended = once(guard, 'exit')
  guard.stdin?.end()
  await ended
}

/** Creates a folder for tests that is deleted by `remove()`, or when this process ends. */
export async function temporaryFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `common-table-${name}-`))
  const guard = runOnExit('rm -rf "$1"', [path])
  return { path, remove: () => release(guard) }
}
