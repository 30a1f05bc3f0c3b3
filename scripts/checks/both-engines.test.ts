import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOnlyPostgres, needsNoPostgres, saysBoth } from '../../vitest.engines.ts'

/*
 * `npm test` runs on PostgreSQL the files that say so. Those that use what differs between the engines must say so, and of
 * each noun whose code uses it at least one.
 */

const all = globSync('{kit/server,features/*/server,app,tests/api,tests/support}/**/*.test.ts')
  .filter(file => !file.startsWith('app/web/'))
  .filter(file => !isOnlyPostgres(file))
const files = all.filter(file => !needsNoPostgres(file))
const differs =
  /#kit\/server\/database\/(?!schema|tables|migrations)|process\.env\.ENGINE|\bsql`|engineOf|two-servers|startAgain|lock-waits|open-events/

test('every test file that uses what differs says that it runs on both engines', () => {
  const silent = files
    .filter(file => differs.test(read(file)) || /^kit\/server\/database\//.test(file))
    .filter(file => !saysBoth(file))
  expect(silent, 'begin the file with `// On both engines: …`, and say why').toEqual([])
})

test('each noun whose code uses locks, text searches or lists of ids has a test on both engines', () => {
  const folders = globSync('{features/*/server,kit/server/jobs}/**/*.ts')
    .filter(file => !file.endsWith('.test.ts'))
    .filter(file => /from '#kit\/server\/database\/(?:locks|id-list)\.ts'/.test(read(file)))
    .map(nounOf)
  expect(folders.length).toBeGreaterThan(3)
  const tested = files.filter(file => saysBoth(file)).map(nounOf)
  expect(folders.filter(folder => !tested.includes(folder))).toEqual([])
})

test('a file that says so is not one of those that run on one engine', () => {
  const saying = all.filter(saysBoth)
  expect(saying.length).toBeGreaterThan(30)
  expect(saying.filter(needsNoPostgres)).toEqual([])
})

/** The feature or the part of kit/server that a file belongs to. */
function nounOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('kit/') ? 3 : 2)
    .join('/')
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}
