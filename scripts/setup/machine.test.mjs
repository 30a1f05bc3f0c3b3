import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askVersion, isMadeForThisMachine, versionNumber, versionOf } from './machine.mjs'

const { platform, arch } = process

test('versions compare by major, then minor', () => {
  expect(versionNumber('v22.9.0')).toBeLessThan(versionNumber('>=22.18'))
  expect(versionNumber('v26.10.0')).toBeGreaterThan(versionNumber('>=22.18'))
  expect(versionNumber('v22.18.3')).toBe(versionNumber('>=22.18'))
})

test.each([
  [{}, true],
  [{ os: platform, cpu: arch }, true],
  [{ os: [platform, 'other'], cpu: [arch] }, true],
  [{ os: ['other'] }, false],
  [{ cpu: ['other'] }, false],
  [{ os: [`!${platform}`] }, false],
  [{ os: ['!other'] }, true],
  [{ libc: ['glibc'] }, true],
  [{ libc: ['musl'] }, false],
])('a package that needs %j is made for this machine with glibc: %s', (needs, expected) => {
  expect(isMadeForThisMachine(needs, 'glibc')).toBe(expected)
})

test('a missing Node has no version', () => {
  expect(versionOf(process.execPath)).toBe(process.version.slice(1))
  expect(versionOf('/nowhere/node')).toBeUndefined()
})

test.skipIf(platform !== 'linux')(
  'a Node that can’t run has no version, but the system’s reason',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'machine-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [program, missing] = [join(folder, 'node'), 'libatomic.so.1: cannot open shared object file']
    await writeFile(program, `#!/bin/sh\necho "$0: ${missing}" >&2; exit 127\n`, { mode: 0o755 })
    expect(askVersion(program)).toEqual({ reason: missing })
  },
)
