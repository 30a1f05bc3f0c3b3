/**
 * `npm run lint`: Biome checks style, forbidden imports and import cycles. knip finds unused files, exports and
 * dependencies.
 */
import { optionsOf } from './options.ts'
import { run } from './run.ts'

optionsOf({})

const colors = process.stdout.isTTY || process.env.FORCE_COLOR ? 'force' : 'off'
const codes = [
  await run('biome', ['ci', `--colors=${colors}`, '.'], { limit: 900 }),
  await run('knip', ['--no-config-hints', ...(colors === 'off' ? ['--no-progress'] : [])], { limit: 900 }),
]
process.exitCode = Math.max(...codes)
