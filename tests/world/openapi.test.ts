import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { killGroup, runOnExit, temporaryFolder } from '#server/testing/guard.ts'
import { freePort } from '#server/testing/postgres.ts'
import { processPassword, startProcess } from '#server/testing/start-process.ts'
import { adminAt, json, post } from './servers.ts'

/* The API's description in tools that others wrote. They are heavy, so their folder has a lock file of its own. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 })

const run = promisify(execFile)
const tools = fileURLToPath(new URL('openapi/', import.meta.url))
const description = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
const { resolve } = createRequire(join(tools, 'package.json'))
const email = 'admin@example.org'

type Read = {
  parameters?: { name: string; in: string; required?: boolean }[]
  responses: Record<string, { content?: object }>
}

const isInstalled = () => {
  try {
    resolve('openapi-fetch')
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  if (!isInstalled()) await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tools })
})

/** Runs a script of the tools' folder with this Node; a tool that finds something may end with 1. */
async function tool(script: string, args: string[], cwd = tools): Promise<string> {
  const { stdout } = await run(process.execPath, [join(tools, 'node_modules', script), ...args], {
    cwd,
    maxBuffer: 1 << 26,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
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

async function startWithPlace() {
  const server = await startProcess({ PRIMARY_ADMIN_EMAIL: email, OVERPASS_URL: 'off' })
  const admin = await adminAt(server)
  const place = { name: 'Blue Door', address: '1 Main St', campusCode: 'arden', price: '$', hours: '11-9' }
  const added = await post(admin, '/api/restaurants', { ...place, distance: 1, travelTime: 4 })
  expect(added.status).toBe(201)
  const { id }: { id: number } = await added.json()
  return { server, admin, placeId: id }
}

test('three generators make clients that compile under strict, and one of them starts and cancels a lunch', async () => {
  const folder = await programFolder()
  await tool('openapi-typescript/bin/cli.js', [description, '-o', join(folder, 'schema.ts')])
  const client = ['-c', '@hey-api/client-fetch', '--no-log-file']
  await tool('@hey-api/openapi-ts/bin/run.js', ['-i', description, '-o', join(folder, 'hey'), ...client])
  await tool('orval/dist/bin/orval.mjs', [
    '--input',
    description,
    '--output',
    join(folder, 'orval/client.ts'),
  ])
  expect(await tool('typescript/bin/tsc', ['-p', folder], folder)).toBe('')

  const { server } = await startWithPlace()
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
      // An id is a number, so no server mistakes 'campus' for one.
      ...['average-rating', 'department-stats', 'ratings', 'user-rating', 'visits'].map(part =>
        ambiguous(campus, `/api/restaurants/{id}/${part}`),
      ),
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

test('a proxy that judges requests and replies by the description finds nothing on a walk of the calls', async () => {
  const { server, admin, placeId } = await startWithPlace()
  const port = await freePort()
  const prism = spawn(
    process.execPath,
    [
      join(tools, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['proxy', description, server.origin, '--errors', '--port', String(port), '--host', '127.0.0.1'],
    ],
    { cwd: tools, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const guard = runOnExit(killGroup, [String(prism.pid)])
  onTestFinished(async () => {
    const ended = once(prism, 'exit')
    if (prism.pid) process.kill(-prism.pid, 'SIGKILL')
    await ended
    guard.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [prism.stdout, prism.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  await expect.poll(() => output, { timeout: 120_000 }).toContain('is listening')

  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const created = await post(admin, '/api/tokens', { name: 'Walk', expiresAt })
  const { token }: { token: string } = await created.json()
  const found: string[] = []
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (text.includes('stoplight.io/prism/errors')) found.push(`${method} ${path}: ${text.slice(0, 600)}`)
    return text === '' ? null : JSON.parse(text)
  }

  await call('POST', '/api/ratings', { restaurantId: placeId, value: 4, comment: null })
  const leavesAt = new Date(Date.now() + 3_600_000).toISOString()
  const lunch = await call('POST', '/api/lunches', {
    campusCode: 'arden',
    leavesAt,
    restaurantIds: [placeId],
  })
  await call('PATCH', `/api/lunches/${lunch?.id}`, { note: 'By the door' })
  const values: Record<string, string> = {
    campusCode: 'arden',
    id: String(placeId),
    key: 'domain_whitelist',
    'lunches/{id}': String(lunch?.id),
    'users/{id}': String((await json(admin, '/api/user')).id),
  }
  // Every call that reads JSON, with what it needs.
  const { paths } = JSON.parse(await readFile(description, 'utf8')) as {
    paths: Record<string, { get?: Read }>
  }
  const reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get &&
    'application/json' in (get.responses['200']?.content ?? {}) &&
    !/\{(filename|token|name)\}/.test(path)
      ? [{ path, parameters: get.parameters ?? [] }]
      : [],
  )
  expect(reads.length).toBeGreaterThan(50)
  for (const { path, parameters } of reads) {
    const filled = path
      .replace(/(lunches|users)\/\{id\}/, (all, noun) => `${noun}/${values[all]}`)
      .replaceAll(/\{(\w+)\}/g, (_all, name) => values[name] ?? '1')
    const required = parameters.filter(parameter => parameter.in === 'query' && parameter.required)
    const query = required.map(({ name }) => `${name}=${values[name] ?? '1'}`).join('&')
    await call('GET', query === '' ? filled : `${filled}?${query}`)
  }
  await call('DELETE', `/api/lunches/${lunch?.id}`)
  expect(found).toEqual([])
})
