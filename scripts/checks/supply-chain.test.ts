import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeLicenses, licensesFile, shippedPackages } from '../licenses.ts'

/* Checks where dependencies come from, that they run no install scripts, and which licenses they have (T-124). */

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const project = readJson('package.json')
type Locked = { integrity?: string; hasInstallScript?: boolean }
const locked = Object.entries<Locked>(readJson('package-lock.json').packages).filter(([path]) => path !== '')

test('every dependency has an exact version, and every package a checksum of its content [T-124]', () => {
  const { dependencies, devDependencies, optionalDependencies } = project
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.length).toBeGreaterThan(50)
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(
    locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([])
})

const nameOf = (path: string) => path.slice('node_modules/'.length)

test('no package runs a script when it is installed [T-124]', () => {
  const inLock = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  const scripted = locked
    .filter(([path]) => existsSync(`${path}/package.json`))
    .filter(([path]) => {
      const { scripts = {} } = readJson(`${path}/package.json`)
      return scripts.preinstall || scripts.install || scripts.postinstall
    })
    .map(([path]) => nameOf(path))
  // Packages that have such a script, or a build that npm would start automatically, are forbidden by name.
  expect([...inLock, ...scripted].filter(name => project.allowScripts[name] !== false)).toEqual([])
  expect(Object.values(project.allowScripts)).not.toContain(true)
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
})

const permissive = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['OFL-1.1', 'Unlicense'],
]
const library = ['LGPL-3.0-or-later']
/** Licenses with conditions on changes of the package’s own files only: it is used unchanged. */
const perFile: Record<string, string> = { 'web-push': 'MPL-2.0' }

// Older ones can't read the lock file alone.
const npmIsNew = Number.parseInt(execSync('npm --version', { encoding: 'utf8' }), 10) >= 10
const shipped = npmIsNew ? shippedPackages() : []

test.skipIf(!npmIsNew)(
  'shipped packages have a permissive license, except libvips and web-push, whose licenses suit libraries [T-124]',
  () => {
    expect(shipped.length).toBeGreaterThan(150)
    expect(shipped.filter(({ dev }) => dev).map(({ name }) => name)).toContain('react')
    const rejected = shipped.filter(({ name, license }) => {
      const known = name.startsWith('@img/sharp-') ? [...permissive, ...library] : permissive
      return !license.split(' AND ').every(part => known.includes(part) || perFile[name] === part)
    })
    expect(rejected).toEqual([])
  },
)

test.skipIf(!npmIsNew)('docs/licenses.md lists the shipped packages (if not: npm run licenses)', () => {
  expect(readFileSync(licensesFile, 'utf8')).toBe(describeLicenses(shipped))
})
