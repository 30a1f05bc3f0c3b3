import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
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
  return startGuard(`read -r _; ${script}`, args, owner)
}

function startGuard(script: string, args: string[] = [], owner: { uid?: number; gid?: number } = {}) {
  const guard = spawn('/bin/sh', ['-c', script, 'sh', ...args], {
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
  folderGuard ??= startGuard('while read -r path; do set -- "$@" "$path"; done; rm -rf "$@"')
  folderGuard.stdin.write(`${path}\n`)
  // What can't be deleted now is deleted by the guard.
  const remove = () => rm(path, { recursive: true, force: true }).catch(() => undefined)
  return { path, remove }
}

// One shell for all folders of this process, since starting one takes a third of the time that a server takes.
let folderGuard: ReturnType<typeof startGuard> | undefined
