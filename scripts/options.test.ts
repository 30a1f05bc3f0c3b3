import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  [
    'tests/reliability/run.ts',
    ['--engine', 'postgresql'],
    '--engine: there is no postgresql, but sqlite, postgres',
  ],
  ['tests/reliability/run.ts', ['--only', 'nothing'], '--only: there is no nothing, but '],
  ['scripts/typecheck.ts', ['server'], 'It takes no options.'],
])('%s with %j lists the valid options, without a stack trace', (script, args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).not.toMatch(/\n\s+at /)
})
