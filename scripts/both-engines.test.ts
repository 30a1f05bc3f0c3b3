import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { bothEngines, oneEngine } from '../vitest.engines.ts'

/* `npm test` runs on PostgreSQL the files that say so; those that reach what differs between the engines must. */

const files = globSync('server/**/*.test.ts').filter(file => !oneEngine.some(is => is.test(file)))
const differs =
  /#server\/database\/(?!schema|tables)|process\.env\.ENGINE|\bsql`|engineOf|two-servers|startAgain|lock-waits|open-events/
const product = globSync('server/**/*.ts').filter(file => !/\.test\.|\/testing\//.test(file))
/** Product code that uses what is written twice. */
const reaching = new Set(
  product
    .filter(file =>
      /import \{[^}]*\} from '(?:#server\/database|\.)\/(?:locks|contains-text|id-list)\.ts'/.test(
        read(file),
      ),
    )
    .map(file => dirname(file)),
)

test('every test file that reaches the dialect says that it runs on both engines', () => {
  const silent = files
    .filter(file => !bothEngines.test(read(file)))
    .filter(
      file => differs.test(read(file)) || /^server\/database\//.test(file) || reaching.has(dirname(file)),
    )
  expect(silent, 'begin the file with `// On both engines: …`, and say why').toEqual([])
})

test('a file that says so is not one of those that run on one engine', () => {
  const all = globSync('server/**/*.test.ts').filter(file => bothEngines.test(read(file)))
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter(file => oneEngine.some(is => is.test(file)))).toEqual([])
})

function read(file: string): string {
  return readFileSync(file, 'utf8')
}
