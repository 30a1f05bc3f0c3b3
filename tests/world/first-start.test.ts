import { cp, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { launch, originOf } from '#tests/support/processes/launch.ts'

/* A copy of the repository that was never built. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = ['app', 'features', 'kit', 'scripts', 'vite.config.ts', 'tsconfig.json']
const settings = ['package.json', 'package-lock.json', '.npmrc']

test.each([
  ['npm start', ['start'], 'data'],
  ['npm run demo', ['run', 'demo'], 'data-demo'],
])(
  'the first %s builds, and is then like every other: on loopback, and not in production',
  { timeout: 600_000 },
  async (_command, args, folder) => {
    const { path, remove } = await temporaryFolder('first-start')
    onTestFinished(remove)
    for (const name of [...files, ...settings])
      await cp(join(root, name), join(path, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(path, 'node_modules'))
    const start = async () => {
      const env = { GEOCODER: 'off', HOME: path, DATA_DIR: join(path, folder) }
      const server = launch(['npm', ...args], { dataDir: path, env, hasChildren: true })
      // On a busy machine, a build takes longer than a start may.
      await expect.poll(server.output, { timeout: 300_000 }).toMatch(/Built in|Demo data|Server listening/)
      await originOf(server)
      const { pid } = JSON.parse(/\{.*Server listening.*\}/.exec(server.output())?.[0] ?? '{}') as {
        pid: number
      }
      const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').sort()
      const addresses = server.output().match(/(?<=Server listening at )http:\/\/[^:]+/g)
      server.signalGroup('SIGTERM')
      await server.ended
      return { hasBuilt: server.output().includes('Building'), addresses, environment }
    }
    const [first, second] = [await start(), await start()]
    expect([first.hasBuilt, second.hasBuilt]).toEqual([true, false])
    expect(first.addresses).toEqual(['http://127.0.0.1'])
    expect(first.environment).toEqual(second.environment)
  },
)
