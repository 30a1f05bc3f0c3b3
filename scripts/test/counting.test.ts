import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { browserCounts, vitestCounts } from './reports.ts'
import { closingLine, table } from './summary.ts'
import { isOurMachine } from './tools.ts'

test('the closing line has the totals of all parts, and the number of skipped tests only if there are any', () => {
  const some = { passed: 3, failed: 1, skipped: 0 }
  expect(closingLine([some, { passed: 4, failed: 0, skipped: 0 }])).toBe('7 passed, 1 failed')
  expect(closingLine([some, { passed: 0, failed: 0, skipped: 2 }])).toBe('3 passed, 1 failed, 2 skipped')
})

test('the summary lists a part that was left out, with the reason', () => {
  const outcome = { passed: 0, failed: 0, skipped: 1, leftOut: 'no browser.', seconds: 0 }
  const told = table([{ title: 'Browser tests', ...outcome }], 119.6)
  expect(told).toContain('LEFT OUT: Browser tests: no browser.')
  expect(told).toContain('All together: 2 min 0 s')
})

test('a test file that fails outside its tests counts as one failure', async () => {
  const file = await report({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  })
  expect(await vitestCounts(file)).toEqual({ passed: 5, failed: 2, skipped: 3 })
})

test('a flaky browser test counts as failed', async () => {
  const file = await report({ stats: { expected: 8, unexpected: 1, flaky: 2, skipped: 3 } })
  expect(await browserCounts(file)).toEqual({ passed: 8, failed: 3, skipped: 3 })
})

test('a missing or truncated report gives no counts', async () => {
  expect(await vitestCounts('/nowhere/report.json')).toBeUndefined()
  expect(await browserCounts(await write('{"stats":'))).toBeUndefined()
})

test('only the machines of CI and those of root are changed', () => {
  expect(isOurMachine({}, 1000)).toBe(false)
  expect(isOurMachine({ CI: 'true' }, 1000)).toBe(true)
  expect(isOurMachine({}, 0)).toBe(true)
})

function report(content: object): Promise<string> {
  return write(JSON.stringify(content))
}

async function write(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  await writeFile(file, text)
  return file
}
