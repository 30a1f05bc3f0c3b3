import { spawnSync } from 'node:child_process'
import { findPostgresBinaries } from '../../server/testing/postgres-binaries.ts'
import { findChromium } from '../chromium.ts'
import { run } from '../run.ts'
import { heading } from './summary.ts'

/** A tool that the tests need and npm can't install. */
interface Tool {
  name: string
  /** Alternatives: the first one that can be installed is enough. */
  aptPackages: string[]
  isInstalled: () => boolean
  /** What the user can do if apt fails. */
  manualFix: string
}

export const chromium: Tool = {
  name: 'Chromium',
  // The headless shell has the same engine, and the tests take half the time.
  aptPackages: ['chromium-headless-shell', 'chromium'],
  isInstalled: () => findChromium() !== undefined,
  manualFix: 'Run `npx playwright install chromium`, or set CHROMIUM_PATH.',
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
  manualFix: 'It exists on Linux only: without it no crash points are swept and no fsync is counted.',
}

/** Installs the tool if possible. Returns why it isn't available; undefined if it is. */
export async function ensureInstalled({
  name,
  aptPackages,
  isInstalled,
  manualFix,
}: Tool): Promise<string | undefined> {
  if (isInstalled()) return undefined
  console.log(heading(`${name} is missing`))
  const obstacle = await installWithApt(aptPackages)
  if (!obstacle && isInstalled()) return undefined
  const reason = `${name} is missing, and ${obstacle ?? 'not found after its installation'}. ${manualFix}`
  console.log(reason)
  return reason
}

async function installWithApt(packages: string[]): Promise<string | undefined> {
  if (!runs('apt-get', '--version')) return 'there is no apt-get to install it with'
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !runs('sudo', '-n', 'true')) return 'installing it takes root'
  const apt = async (...args: string[]) => {
    const [command = '', ...rest] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '--quiet',
      ...args,
    ]
    return (await run(command, rest, { limit: 300 })) === 0
  }
  if (!(await apt('update'))) return 'apt-get could not fetch its lists of packages'
  for (const name of packages) {
    if (await apt('install', '--yes', '--no-install-recommends', name)) return undefined
  }
  return 'apt-get could not install it'
}

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
