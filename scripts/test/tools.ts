import { spawnSync } from 'node:child_process'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'
import { findChromium } from '../chromium.ts'
import { run } from '../run.ts'
import { heading } from './summary.ts'

/** A tool that tests need and npm doesn't install. */
interface Tool {
  name: string
  /** Alternatives: the first one that can be installed is enough. */
  aptPackages: string[]
  /** Fetches it into a cache of the user's own, without rights and without changing the machine. */
  fetch?: [string, ...string[]]
  isInstalled: () => boolean
  /** What the user can do. */
  manualFix: string
}

export const chromium: Tool = {
  name: 'Chromium',
  // The headless shell has the same engine, and the tests take half the time.
  aptPackages: ['chromium-headless-shell', 'chromium'],
  fetch: ['playwright', 'install', 'chromium'],
  isInstalled: () => {
    const path = findChromium()
    return path !== undefined && runs(path, '--version')
  },
  manualFix: 'Run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.',
}

export const postgres: Tool = {
  name: 'PostgreSQL',
  aptPackages: ['postgresql'],
  isInstalled: () => Boolean(process.env.TEST_POSTGRES_URL ?? findPostgresBinaries()),
  manualFix: 'Install its server with `initdb` and `pg_ctl` on the PATH, or set TEST_POSTGRES_URL.',
}

export const strace: Tool = {
  name: 'strace',
  aptPackages: ['strace'],
  isInstalled: () => runs('strace', '--version'),
  manualFix: 'Some faults are left out without it: `apt-get install strace` (it exists on Linux only).',
}

/** Provides the tool if possible. Returns why it isn't available; undefined if it is. */
export async function ensureInstalled(tool: Tool): Promise<string | undefined> {
  const { name, aptPackages, fetch, isInstalled, manualFix } = tool
  if (isInstalled()) return undefined
  const mayChange = isOurMachine()
  if (mayChange || fetch) console.log(heading(`${name} is missing`))
  if (mayChange) await installWithApt(aptPackages)
  if (!isInstalled() && fetch) await run(fetch[0], fetch.slice(1), { limit: 600 })
  if (isInstalled()) return undefined
  const reason = `${name} is missing. ${manualFix}`
  console.log(reason)
  return reason
}

/** A person's own machine is never changed: only that of CI, and a container or the like, where all is done as root. */
export const isOurMachine = (environment = process.env, userId = process.getuid?.()): boolean =>
  environment.CI === 'true' || userId === 0

async function installWithApt(packages: string[]): Promise<void> {
  if (!runs('apt-get', '--version')) return
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...args: string[]) => {
    const all = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '--quiet', ...args]
    const [command = '', ...rest] = all
    return (await run(command, rest, { limit: 600 }).catch(() => 1)) === 0
  }
  if (!(await apt('update'))) return
  for (const name of packages) if (await apt('install', '--yes', '--no-install-recommends', name)) return
}

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
