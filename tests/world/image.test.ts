import { chown, copyFile, cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { release, runOnExit, temporaryFolder } from '#tests/support/processes/guard.ts'
import { isOnPath, outcome, root, run } from './programs.ts'

/*
 * The image of the Dockerfile, built and run by podman. Its base is made here of Debian's smallest system and this Node,
 * so that no registry of images is needed. Everything is in a folder that is deleted at the end.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 1_800_000 })

const installation = new URL('../support/installations/0012/sqlite.db.gz', import.meta.url)

const isPossible = process.getuid?.() === 0 && ['podman', 'debootstrap'].every(isOnPath)
if (!isPossible) console.warn('Without root, podman and debootstrap, the image is NOT built.\n')

/** Podman with images, containers and volumes of its own. */
async function startPodman() {
  const { path: folder, remove } = await temporaryFolder('image')
  const options = [
    ['--root', join(folder, 'store')],
    ['--runroot', join(folder, 'run')],
    ['--tmpdir', join(folder, 'tmp')],
    ['--cgroup-manager', 'cgroupfs'],
  ].flat()
  const guard = runOnExit('podman "$@" rm --all --force --time 0; podman "$@" rmi --all --force', options)
  cleanUpAfterTests(async () => {
    await release(guard)
    await remove()
  })
  const podman = async (...args: string[]) => {
    const { code, stdout, stderr } = await outcome('podman', [...options, ...args])
    return { code, output: stdout + stderr, stdout: stdout.trim() }
  }
  const done = async (...args: string[]) => {
    const { code, output, stdout } = await podman(...args)
    expect(code, output).toBe(0)
    return stdout
  }
  return { folder, podman, done }
}

/** What `FROM` names: Debian with Node, npm and the user 1000. */
async function makeBase(folder: string): Promise<{ archive: string; changes: string[] }> {
  const base = join(folder, 'base')
  const bootstrap = ['--variant=minbase', '--include=libatomic1', 'bookworm', base]
  await run('debootstrap', bootstrap)
  const npm = dirname(dirname(await realpath((await run('which', ['npm'])).stdout.trim())))
  await copyFile(process.execPath, join(base, 'usr/local/bin/node'))
  await cp(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  const npmCommand = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n'
  await writeFile(join(base, 'usr/local/bin/npm'), npmCommand, { mode: 0o755 })
  await run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node'])
  // A network with certificates of its own needs them in there, too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) await copyFile(certificates, join(base, 'etc/extra.pem'))
  const archive = join(folder, 'base.tar')
  await run('tar', ['-C', base, '-cf', archive, '.'])
  return { archive, changes: certificates ? ['--change', 'ENV NODE_EXTRA_CA_CERTS=/etc/extra.pem'] : [] }
}

describe.runIf(isPossible)('the image', async () => {
  const { folder, podman, done } = await startPodman()

  // By default, podman asks for more open files and processes than some machines may give.
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096']
  const health = ['--health-interval', 'disable']
  // Each line of compose.yaml that restricts the container or places it, and what it is for podman.
  const asComposed = new Map([
    ['  init: true', ['--init']],
    ['  read_only: true', ['--read-only']],
    ['  tmpfs: [/tmp]', ['--tmpfs', '/tmp']],
    ['  security_opt: ["no-new-privileges:true"]', ['--security-opt', 'no-new-privileges']],
    ['  cap_drop: [ALL]', ['--cap-drop', 'ALL']],
    [
      '{ HOST: 0.0.0.0, PORT: "3000", DATA_DIR: /data }',
      ['--env', 'HOST=0.0.0.0', '--env', 'PORT=3000', '--env', 'DATA_DIR=/data'],
    ],
  ])
  const settings = [...limits, ...health, '--network', 'none', ...[...asComposed.values()].flat()]

  beforeAll(async () => {
    const from = /^FROM (\S+)$/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8'))?.[1]
    const { archive, changes } = await makeBase(folder)
    await done('import', ...changes, archive, `docker.io/library/${from}`)
    await done('build', '--network', 'host', '--format', 'docker', '--tag', 'common-table', '.')
  })

  async function start(...options: string[]) {
    const id = await done('run', '--detach', ...settings, ...options, 'common-table')
    onTestFinished(async () => {
      await podman('rm', '--force', '--time', '0', id)
    })
    const log = async () => (await podman('logs', id)).output
    return {
      log,
      /** Waits until the image's own check says that /readyz is ok. */
      untilHealthy: async () => {
        for (;;) {
          if ((await podman('healthcheck', 'run', id)).code === 0) return
          const state = await done('inspect', '--format', '{{.State.Status}}', id)
          if (state === 'exited') throw new Error(`It ended: ${await log()}`)
        }
      },
      evaluate: (program: string) => done('exec', id, 'node', '--input-type=module', '--eval', program),
      /** Sends SIGTERM, and returns the exit code. */
      stop: async () => {
        await done('stop', '--time', '30', id)
        return Number(await done('inspect', '--format', '{{.State.ExitCode}}', id))
      },
    }
  }

  test('starts read-only and without capabilities, as compose.yaml says, stops cleanly, and starts again', async () => {
    const compose = await readFile(join(root, 'compose.yaml'), 'utf8')
    for (const line of asComposed.keys()) expect(compose).toContain(line)

    const first = await start('--volume', 'fresh:/data')
    await first.untilHealthy()
    expect(await first.evaluate(`console.log(process.getuid())`)).toBe('1000')
    expect(await first.evaluate(`console.log((await fetch('http://127.0.0.1:3000/')).status)`)).toBe('200')
    expect(await first.log()).toContain('Sign in as')
    expect([await first.stop(), await first.log()]).toEqual([0, expect.stringContaining('"msg":"stopped"')])

    const again = await start('--volume', 'fresh:/data')
    await again.untilHealthy()
    expect(await again.log()).not.toContain('Sign in as')
    expect(await again.stop()).toBe(0)
  })

  test('continues with the volume of an earlier version', async () => {
    await done('volume', 'create', 'old')
    const file = join(
      await done('volume', 'inspect', '--format', '{{.Mountpoint}}', 'old'),
      'common-table.db',
    )
    await writeFile(file, gunzipSync(await readFile(installation)), { mode: 0o600 })
    // In earlier images, the folder belonged to the group 1000.
    for (const path of [dirname(file), file]) await chown(path, 1000, 1000)
    const upgraded = await start('--volume', 'old:/data')
    await upgraded.untilHealthy()
    const count = `import { DatabaseSync } from 'node:sqlite'
      console.log(new DatabaseSync('/data/common-table.db').prepare('select count(*) as n from restaurants').get().n)`
    expect(Number(await upgraded.evaluate(count))).toBeGreaterThan(0)
    expect(await upgraded.stop()).toBe(0)
  })

  test('runs as any user of the group 0, as platforms start it that choose the user', async () => {
    const server = await start('--volume', 'chosen:/data', '--user', '1000620000:0')
    await server.untilHealthy()
    expect(await server.stop()).toBe(0)
  })

  test('a folder that belongs to root says which user it needs, and with that user it starts', async () => {
    const data = join(folder, 'of-root')
    await mkdir(data, { mode: 0o755 })
    const refused = await podman('run', '--rm', ...settings, '--volume', `${data}:/data`, 'common-table')
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('As root: chown -R 1000 /data'),
    ])
    await chown(data, 1000, -1)
    const server = await start('--volume', `${data}:/data`)
    await server.untilHealthy()
    expect(await server.stop()).toBe(0)
  })
})
