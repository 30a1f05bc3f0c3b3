import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const scripts = fileURLToPath(new URL('../', import.meta.url))

let root
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'install-'))
  await mkdir(join(root, 'scripts'))
  for (const name of ['setup', 'setup.mjs'])
    await cp(join(scripts, name), join(root, 'scripts', name), { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

test.each([
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
  ['npm settings that leave out packages', { npm_config_omit: 'dev\n\noptional' }],
])(
  'with %s, the first start also installs what the build needs',
  async (_name, settings) => {
    const [tool, here] = [await pack('tool'), await pack('here', { os: [process.platform] })]
    const needs = { devDependencies: { tool: tool.resolved }, optionalDependencies: { here: here.resolved } }
    await write('package.json', { name: 'project', version: '1.0.0', ...needs })
    const packages = {
      '': { ...needs, engines: { node: '>=18.0' } },
      'node_modules/tool': { ...tool, dev: true },
      'node_modules/here': { ...here, optional: true, os: [process.platform] },
    }
    await write('package-lock.json', { name: 'project', lockfileVersion: 3, packages })
    await writeFile(join(root, '.npmrc'), 'audit=false\nfund=false\n')

    const env = { ...process.env, ...settings, npm_execpath: '' }
    await run(process.execPath, ['scripts/setup.mjs'], { cwd: root, env })
    for (const name of ['tool', 'here'])
      expect(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')).toContain(name)
  },
  60_000,
)

/** Makes a package, and returns its entry in a lock file. */
async function pack(name, fields = {}) {
  await mkdir(join(root, name))
  await write(`${name}/package.json`, { name, version: '1.0.0', ...fields })
  const { stdout } = await run('npm', ['pack', '--json', `./${name}`], { cwd: root })
  const [{ filename, integrity }] = Object.values(JSON.parse(stdout))
  return { version: '1.0.0', resolved: `file:${join(root, filename)}`, integrity }
}

const write = (name, content) => writeFile(join(root, name), JSON.stringify(content))
