import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs a shell script once this process ends, or lets go of the returned guard: a shell waits on a pipe from here, which
 * closes however the end came about. Its own session keeps Ctrl-C from it.
 */
export function whenWeEnd(
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

/** Ends the process group of "$1"; shells differ in which spelling of it they take. */
export const killGroup = 'kill -s KILL -- "-$1"'

/** Lets the script run now, and waits for its end. */
export async function release(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return
  guard.ref()
  const ended = once(guard, 'exit')
  guard.stdin?.end()
  await ended
}

/** A folder for tests that is gone after `remove()`, or with this process. */
export async function temporaryFolder(name: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `common-table-${name}-`))
  const guard = whenWeEnd('rm -rf "$1"', [path])
  return { path, remove: () => release(guard) }
}
