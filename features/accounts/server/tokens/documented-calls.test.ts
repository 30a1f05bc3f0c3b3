import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listOwnRatings } from '#features/ratings/contract.ts'
import { days } from '#kit/rules/units.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createToken } from '../../tokens-contract.ts'

/* Runs the very lines that stand in docs/api.md. */

const run = promisify(execFile)
const app = await startApp()
const document = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const blocks = document.split('```').filter((_, index) => index % 2 === 1)
const documented = (language: string) =>
  (blocks.find(block => block.startsWith(`${language}\n`)) ?? '').slice(language.length).trim()

/** The lines with this server, a real token and a real restaurant. */
async function personWithLines(language: string) {
  const person = await app.user()
  const place = await app.restaurant()
  const expiresAt = new Date(app.deps.now().getTime() + days).toISOString()
  const { body } = await app.as(person).call(createToken, { body: { name: 'Script', expiresAt } })
  const lines = documented(language)
    .replaceAll('https://lunch.example.org', app.origin)
    .replaceAll('ct_…', body.token)
    .replaceAll('"restaurantId": 12', `"restaurantId": ${place.id}`)
  expect(lines.split('\n')).toHaveLength(5)
  return { lines, ratings: async () => (await app.as(person).call(listOwnRatings)).body }
}

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

test.runIf(hasCurl)('five lines of curl lead from a token to a rating', async () => {
  const { lines, ratings } = await personWithLines('sh')
  const { stdout } = await run('sh', ['-e', '-c', lines])
  expect(stdout).toContain('"comment":"Good soup"')
  expect(await ratings()).toMatchObject([{ value: 5, comment: 'Good soup' }])
})

test('five lines of TypeScript lead from a token to a rating', async () => {
  const { lines, ratings } = await personWithLines('ts')
  const { path, remove } = await temporaryFolder('documented-calls')
  onTestFinished(remove)
  const file = join(path, 'rate.mts')
  await writeFile(file, lines)
  const { stdout } = await run(process.execPath, [file])
  expect(stdout).toContain('Good soup')
  expect(await ratings()).toMatchObject([{ value: 5, comment: 'Good soup' }])
})
