import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['scripts/test.ts', ['--help'], "Unknown option '--help'. It takes --all."],
  [
    'tests/bench/run.ts',
    ['--engine', 'postgresql'],
    '--engine: there is no postgresql, but sqlite, postgres',
  ],
  ['scripts/typecheck.ts', ['server'], 'It takes no options.'],
])('%s with %j lists the valid options, without a stack trace', (script, args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).not.toMatch(/\n\s+at /)
})
