import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as anyTest, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { installTools, isOnPath, outcome, root, testWhere } from './programs.ts'
import { documented } from './proxy-configs.ts'

/* Files for other programs, each read by that program, or by a checker that knows its schema. */

const tools = fileURLToPath(new URL('files/', import.meta.url))

async function inFolder(name: string, content: string): Promise<string> {
  const { path, remove } = await temporaryFolder('files')
  onTestFinished(remove)
  const file = join(path, name)
  await writeFile(file, content)
  return file
}

describe('by checkers in a folder of their own', () => {
  beforeAll(() => installTools(tools, 'dclint/package.json'), 600_000)

  const schemaErrors = async (file: string) => {
    const linter = join(tools, 'node_modules/dclint/bin/dclint.cjs')
    const { stdout } = await outcome(process.execPath, [linter, file, '-f', 'json'], { cwd: tools })
    const [found] = JSON.parse(stdout) as { messages: { rule: string; message: string }[] }[]
    return found?.messages.filter(({ rule }) => rule === 'invalid-schema').map(({ message }) => message)
  }

  anyTest('compose.yaml is valid by the schema of the Compose specification', async () => {
    const compose = join(root, 'compose.yaml')
    expect(await schemaErrors(compose)).toEqual([])
    const wrong = (await readFile(compose, 'utf8')).replace(/env_file: .*/, 'env_file: { path: .env }')
    expect(await schemaErrors(await inFolder('compose.yaml', wrong))).toEqual([
      expect.stringContaining('/env_file'),
    ])
  })

  anyTest('the workflow is valid by the schema of GitHub', async () => {
    const validator = join(tools, 'node_modules/@action-validator/cli/cli.mjs')
    const workflow = join(root, '.github/workflows/ci.yml')
    expect(await outcome(process.execPath, [validator, workflow])).toMatchObject({ code: 0, stdout: '' })
    const wrong = (await readFile(workflow, 'utf8')).replace('runs-on:', 'run-on:')
    expect((await outcome(process.execPath, [validator, await inFolder('ci.yml', wrong)])).code).toBe(1)
  })
})

describe('Compose itself', async () => {
  const commands = [['docker', 'compose'], ['docker-compose']] as const
  const versions = await Promise.all(
    commands.map(([program, ...args]) => outcome(program, [...args, 'version', '--short'])),
  )
  const isRecent = ({ stdout = '' }) => {
    const [major = 0, minor = 0] = stdout.split('.').map(Number)
    return major > 2 || (major === 2 && minor >= 24)
  }
  const compose = commands[versions.findIndex(isRecent)]
  const test = testWhere(
    compose !== undefined,
    'Compose 2.24 or later is not installed: compose.yaml is NOT read by it.',
  )

  test('reads compose.yaml with and without .env, and rejects what is invalid', async () => {
    const [program, ...args] = compose ?? commands[0]
    const file = await inFolder('compose.yaml', await readFile(join(root, 'compose.yaml'), 'utf8'))
    const read = async () => {
      const options = ['--file', file, '--profile', 'cluster', 'config', '--format', 'json']
      const { code, stdout, stderr } = await outcome(program, [...args, ...options])
      expect([code, stderr]).toEqual([0, ''])
      return JSON.parse(stdout) as { services: Record<string, { environment: Record<string, string> }> }
    }
    const { services } = await read()
    expect(Object.keys(services).toSorted()).toEqual([
      'app',
      'cluster-app-1',
      'cluster-app-2',
      'cluster-proxy',
      'database',
    ])
    await writeFile(join(file, '../.env'), "ORG_NAME='Bread & $alt'\nPORT=9000\n")
    const configured = await read()
    // Compose doubles a dollar sign in what it prints.
    for (const name of ['app', 'cluster-app-1', 'cluster-app-2'])
      expect(configured.services[name]?.environment).toMatchObject({
        ORG_NAME: 'Bread & $$alt',
        PORT: '3000',
      })

    const wrong = (await readFile(file, 'utf8')).replace(/env_file: .*/, 'env_file: { path: .env }')
    await writeFile(file, wrong)
    const { code, stderr } = await outcome(program, [...args, '--file', file, 'config', '--quiet'])
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('env_file')])
    expect(code).not.toBe(0)
  })
})

describe('the unit of systemd', () => {
  const program = 'systemd-analyze'
  const test = testWhere(isOnPath(program), `${program} is not installed: the unit is NOT read by it.`)

  anyTest('lets the server end by itself after npm, its main process, has ended', () => {
    // How it ends then is in app/stopping.test.ts.
    expect(documented('[Unit]')).toMatch(/^KillMode=control-group$/m)
  })

  test('is valid, and exposes little', async () => {
    // This machine has neither the user nor the folder.
    const unit = documented('[Unit]').replace('/usr/bin/npm start', '/bin/true')
    const file = await inFolder('common-table.service', unit)
    const { stderr } = await outcome(program, ['verify', file])
    expect(stderr.split('\n').filter(line => line.includes('common-table'))).toEqual([])
    const { stdout } = await outcome(program, ['security', '--offline=yes', file])
    const exposure = Number(/Overall exposure level for common-table.service: ([\d.]+)/.exec(stdout)?.[1])
    expect(exposure).toBeLessThanOrEqual(2)
  })

  test('is valid for several processes on one socket, too', async () => {
    const file = await inFolder('common-table.socket', documented('[Socket]'))
    const folder = dirname(file)
    const atHome = (lines: string) => lines.replaceAll(/^(Exec\w+=)\/.*/gm, '$1/bin/true')
    await writeFile(join(folder, 'common-table@.service'), atHome(documented('[Unit]')))
    await mkdir(join(folder, 'common-table@.service.d'))
    await writeFile(join(folder, 'common-table@.service.d', 'socket.conf'), atHome(documented('Sockets=')))
    for (const unit of [file, join(folder, 'common-table@2.service')]) {
      const { stderr } = await outcome(program, ['verify', unit])
      expect(stderr.split('\n').filter(line => line.includes('common-table'))).toEqual([])
    }
  })
})

describe('the alerts', () => {
  const test = testWhere(isOnPath('promtool'), 'promtool is not installed: the alerts are NOT read by it.')

  test('are rules that fire for the installation in trouble, not for another', async () => {
    expect(await outcome('promtool', ['check', 'rules', join(root, 'docs/alerts.yml')])).toMatchObject({
      code: 0,
    })
    const tried = await outcome('promtool', ['test', 'rules', 'alerts.yml'], { cwd: tools })
    expect([tried.code, tried.stdout + tried.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
