import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { launch } from '#tests/support/processes/launch.ts'
import { fillUp, mountDisk } from './disks/small-disk.ts'
import { install, lacks, within } from './support/harness.ts'

/* Nowhere to write the log: a full disk, a pipe whose reader has ended, and one whose reader doesn't read. */

const main = fileURLToPath(new URL('../../app/main.ts', import.meta.url))

/** A place for the log that doesn't work until `mend`, which returns a function for what was written. */
type Output = { path: string; spoil: () => unknown; mend: () => Promise<() => string> }

async function fullDisk(): Promise<Output> {
  const disk = await mountDisk('1m')
  const [path, filler] = [join(disk, 'log'), join(disk, 'filler')]
  fillUp(filler)
  return {
    path,
    spoil: () => fillUp(filler),
    mend: () => rm(filler).then(() => () => readFileSync(path, 'utf8')),
  }
}

const pipe = (isRead: 'ended' | 'stalled') => async (): Promise<Output> => {
  const path = join((await install('sqlite')).dataDir, 'log')
  execFileSync('mkfifo', [path])
  const open = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  let reader: number | undefined = open()
  const close = () => {
    if (reader !== undefined) closeSync(reader)
    reader = undefined
  }
  onTestFinished(close)
  let text = ''
  const read = () => {
    const chunk = Buffer.alloc(1 << 20)
    try {
      for (let size = 1; size > 0; text += chunk.toString('utf8', 0, size))
        size = readSync(reader ?? -1, chunk)
    } catch {
      // There is no more at the moment.
    }
    return text
  }
  return {
    path,
    spoil: () => isRead === 'ended' && close(),
    mend: async () => {
      reader ??= open()
      return read
    },
  }
}

test.skipIf(lacks.mount).each([
  ['is on a full disk', fullDisk],
  ['goes to a pipe whose reader has ended', pipe('ended')],
  ['goes to a pipe whose reader doesn’t read', pipe('stalled')],
])(
  'a log that %s stops neither the service nor its end, and says once how many lines it lacks [D-50]',
  async (_where, make) => {
    const { path, spoil, mend } = await make()
    const installation = await install('sqlite')
    const port = String(await freePort())
    const command = ['sh', '-c', 'exec "$0" "$1" >>"$2" 2>&1', process.execPath, main, path]
    const env = { ...installation.environment, PORT: port, LOG_LEVEL: 'debug' }
    const server = launch(command, { dataDir: installation.dataDir, env })
    expect(await within(10, () => readlinkSync(`/proc/${server.pid}/fd/1`) === path)).toBe(true)
    await spoil()

    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(
        response => response.status,
        () => 0,
      )
    expect(await within(60, async () => (await status('/healthz')) === 200)).toBe(true)
    const statuses = new Set<number>()
    for (let round = 0; round < 100; round += 1)
      for (const one of await Promise.all(Array.from({ length: 30 }, () => status('/api/campuses'))))
        statuses.add(one)
    expect([...statuses]).toEqual([200])

    const read = await mend()
    expect(await within(20, () => read().includes('that could not be written'))).toBe(true)
    await status('/api/campuses')
    const lines = read().split('\n')
    expect(lines.filter(line => line.includes('could not be written'))).toEqual([
      expect.stringMatching(/"msg":"lines of the log that could not be written \(.+\): \d+"/),
    ])
    expect(lines.at(-1), 'no line is left half written').toBe('')
    await spoil()
    expect((await server.end('SIGTERM')).code).toBe(0)
  },
)
