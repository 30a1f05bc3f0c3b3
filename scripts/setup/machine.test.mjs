import { expect, test } from 'vitest'
import { isMadeForThisMachine, versionNumber, versionOf } from './machine.mjs'

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
