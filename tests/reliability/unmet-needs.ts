import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'
import { ensureInstalled, postgres, strace } from '../../scripts/test/tools.ts'
import type { Need } from './scenario.ts'

/** Why each need is not met on this machine; undefined if it is. */
export async function findUnmetNeeds({
  mayInstall,
}: {
  mayInstall: boolean
}): Promise<Record<Need, string | undefined>> {
  const reasonIfMissing = async (tool: typeof strace) => {
    if (tool.isInstalled()) return undefined
    return mayInstall ? ensureInstalled(tool) : `${tool.name} is missing. ${tool.manualFix}`
  }
  return {
    PostgreSQL: await reasonIfMissing(postgres),
    // Only a cluster of our own may be restarted.
    pg_ctl: findPostgresBinaries() ? undefined : 'There is no pg_ctl to restart PostgreSQL with.',
    strace:
      (await reasonIfMissing(strace)) ?? (canTrace() ? undefined : 'strace may not trace processes here.'),
    mount: canMount() ? undefined : 'A small disk of its own can only be mounted as root on Linux.',
    'open files': existsSync('/proc/self/fd') ? undefined : 'Open files are only counted on Linux.',
  }
}

const canTrace = () => spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'common-table-mount-'))
  const run = (...command: [string, ...string[]]) =>
    spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
  const isPossible = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) && run('umount', folder)
  rmdirSync(folder)
  return isPossible
}
