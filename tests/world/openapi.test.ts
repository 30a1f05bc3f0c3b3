import { copyFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createRestaurant } from '#features/restaurants/contract.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'
import { succeed } from '#tests/support/processes/two-servers.ts'
import { installTools, outcome, run } from './programs.ts'
import { adminAt } from './servers.ts'

/* The API's description, and tools for it that others wrote. They are heavy, so their folder has a lock file of its own. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 })

const email = 'admin@example.org'

const tools = fileURLToPath(new URL('openapi/', import.meta.url))
const description = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

beforeAll(() => installTools(tools, 'openapi-fetch'))

/** Runs a script of the tools' folder with this Node; a tool that finds something may end with 1. */
async function tool(script: string, args: string[], cwd = tools): Promise<string> {
  const program = join(tools, 'node_modules', script)
  const { code, stdout, stderr } = await outcome(process.execPath, [program, ...args], { cwd })
  expect(code === 0 || stdout !== '', stderr).toBe(true)
  return stdout
}

/** A folder with the program, whose generated clients are removed after the test. */
async function programFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder('openapi')
  onTestFinished(remove)
  await Promise.all(
    ['walk.ts', 'tsconfig.json', 'package.json'].map(file => copyFile(join(tools, file), join(path, file))),
  )
  await symlink(join(tools, 'node_modules'), join(path, 'node_modules'))
  return path
}

test('three generators make clients that compile under strict, and one of them starts and cancels a lunch', async () => {
  const folder = await programFolder()
  await tool('openapi-typescript/bin/cli.js', [description, '-o', join(folder, 'schema.ts')])
  const client = ['-c', '@hey-api/client-fetch', '--no-log-file']
  await tool('@hey-api/openapi-ts/bin/run.js', ['-i', description, '-o', join(folder, 'hey'), ...client])
  // Its default calls a package that it doesn't bring.
  const orval = ['--client', 'fetch', '--input', description, '--output', join(folder, 'orval/client.ts')]
  await tool('orval/dist/bin/orval.mjs', orval)
  expect(await tool('typescript/bin/tsc', ['-p', folder], folder)).toBe('')

  const server = await startProcess({ PRIMARY_ADMIN_EMAIL: email, OVERPASS_URL: 'off' })
  const place = { name: 'Blue Door', address: '1 Main St', campusCode: 'arden', price: '$' } as const
  const body = { ...place, hours: '11-9', distance: 1, travelTime: 4 }
  await succeed((await adminAt(server)).call(createRestaurant, { body }))
  const { stdout } = await run(process.execPath, [join(folder, 'walk.ts')], {
    cwd: folder,
    env: { ...process.env, SERVER: server.origin, EMAIL: email, PASSWORD: processPassword },
  })
  expect(JSON.parse(stdout)).toMatchObject({ title: 'BLUE DOOR', value: 5, state: 'cancelled' })
})

test('Redocly finds nothing but what the addresses of the specification bring', async () => {
  const found = JSON.parse(
    await tool('@redocly/cli/bin/cli.js', ['lint', description, '--config', 'redocly.yaml', '--format=json']),
  )
  const problems = (
    found.problems as { ruleId: string; message: string; location: { pointer: string }[] }[]
  ).map(
    ({ ruleId, message, location: [at] }) =>
      `${ruleId}: ${ruleId === 'no-ambiguous-paths' ? message : at?.pointer}`,
  )
  const ambiguous = (one: string, other: string) =>
    `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: \`${one}\` and \`${other}\`.`
  const campus = '/api/restaurants/campus/{campusCode}'
  expect(problems.toSorted()).toEqual(
    [
      // An id is a number, so no server mistakes 'campus' or 'random' for one.
      ...['average-rating', 'department-stats', 'ratings', 'user-rating', 'visits'].map(part =>
        ambiguous(campus, `/api/restaurants/{id}/${part}`),
      ),
      ambiguous('/api/restaurants/{id}/user-rating', '/api/restaurants/random/{campusCode}'),
      // No backup has such a name.
      ambiguous('/api/backup/{filename}/contents', '/api/backup/restore/{filename}'),
      // They only redirect a browser.
      'operation-2xx-response: #/paths/~1api~1oidc~1callback/get/responses',
      'operation-2xx-response: #/paths/~1api~1oidc~1start/get/responses',
    ].toSorted(),
  )
})

test('Spectral finds nothing', async () => {
  const args = ['lint', description, '--ruleset', 'spectral.yaml', '--fail-severity=hint']
  expect(await tool('@stoplight/spectral-cli/dist/index.js', args)).toMatch(/^\s*No results/)
})
