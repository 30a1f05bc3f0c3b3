import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMissingPackage, findPinnedNode } from './lock-file.mjs'
import { cLibrary } from './machine.mjs'

const here = { os: process.platform, cpu: process.arch }
const version = process.version.slice(1)
const requested = {
  '': { engines: { node: '>=22.18' } },
  'node_modules/plain': { version: '1.0.0' },
  'node_modules/tool-here': { version: '2.0.0', optional: true, ...here },
  'node_modules/tool-elsewhere': { version: '2.0.0', optional: true, os: ['other'], cpu: 'x64' },
  'node_modules/node-here': { version, optional: true, ...here, bin: { node: 'bin/node' } },
}
const { '': _root, 'node_modules/tool-elsewhere': _elsewhere, ...installed } = requested

let root
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lock-file-'))
  await write('package-lock.json', { packages: requested })
})
afterEach(() => rm(root, { recursive: true }))

test('nothing is missing if all packages for this machine are installed', async () => {
  await install(installed)
  expect(await findMissingPackage(root)).toBeUndefined()
})

test('where the pinned Node can’t start, packages for the other C library are still not missing', async () => {
  const other = cLibrary() === 'glibc' ? 'musl' : 'glibc'
  const tool = { version: '2.0.0', optional: true, ...here, libc: [other] }
  await write('package-lock.json', { packages: { ...requested, 'node_modules/tool-other': tool } })
  await install(installed)
  await rm(join(root, 'node_modules/.bin/node'))
  expect(await findMissingPackage(root)).toBeUndefined()
})

test('all packages are missing if npm did not finish the installation', async () => {
  await linkNode()
  expect(await findMissingPackage(root)).toBe('all packages')
})

const { 'node_modules/plain': plain, 'node_modules/tool-here': tool, ...rest } = installed
test.each([
  ['of another version', { ...installed, 'node_modules/plain': { version: '0.9.0' } }, 'node_modules/plain'],
  ['not installed', { ...rest, 'node_modules/tool-here': tool }, 'node_modules/plain'],
  ['optional, but for this machine', { ...rest, 'node_modules/plain': plain }, 'node_modules/tool-here'],
])('a package that is %s is missing', async (_what, packages, missing) => {
  await install(packages)
  expect(await findMissingPackage(root)).toBe(missing)
})

test('the pinned Node counts as missing if another version is linked', async () => {
  const other = { ...requested['node_modules/node-here'], version: '99.0.0' }
  await write('package-lock.json', { packages: { ...requested, 'node_modules/node-here': other } })
  await install(installed)
  expect(await findMissingPackage(root)).toBe('node_modules/node-here')
})

test('the pinned Node is the one for this machine', () => {
  const other = { ...requested['node_modules/node-here'], os: 'other' }
  expect(findPinnedNode({ 'node_modules/node-other': other, ...requested })).toEqual({
    path: 'node_modules/node-here',
    version,
    program: 'node_modules/node-here/bin/node',
  })
  expect(findPinnedNode({ 'node_modules/node-other': other })).toBeUndefined()
})

async function install(packages) {
  await write('node_modules/.package-lock.json', { packages })
  await linkNode()
}

async function linkNode() {
  const link = join(root, 'node_modules/.bin/node')
  await mkdir(dirname(link), { recursive: true })
  await symlink(process.execPath, link)
}

async function write(name, content) {
  const file = join(root, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(content))
}
