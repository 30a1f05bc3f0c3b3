import { optionsOf } from './options.ts'
import { run } from './run.ts'

optionsOf({})

// domain/ and contract/ know neither Node nor the browser, a worker knows no page, and e2e/ knows both, so each part has its own configuration.
// They run beside each other: threads in each would check what all files share once more.
const checks = ['.', 'server', 'web', 'web/worker', 'e2e'].map(project =>
  run('tsc', ['-p', project, '--singleThreaded', '--pretty', String(Boolean(process.stdout.isTTY))]),
)
const codes = await Promise.all(checks)
const isSound = codes.every(code => code === 0)
if (isSound) console.log('No type errors')
process.exitCode = isSound ? 0 : 1
