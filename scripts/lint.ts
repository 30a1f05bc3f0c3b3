/** `npm run lint`: style, rooms and circles by Biome; files, exports and dependencies that nobody uses by knip. */
import { optionsOf } from './options.ts'
import { run } from './run.ts'

optionsOf({})

const colors = process.stdout.isTTY || process.env.FORCE_COLOR ? 'force' : 'off'
const codes = [
  await run('biome', ['ci', `--colors=${colors}`, '.'], { limit: 180 }),
  await run('knip', ['--no-config-hints', ...(colors === 'off' ? ['--no-progress'] : [])], { limit: 180 }),
]
process.exitCode = Math.max(...codes)
