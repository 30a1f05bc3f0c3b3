/** D-04 and D-05: a disk that is full for a while, and one that is read-only. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createBackup, deleteBackup, listBackups } from '#contract/backups.ts'
import { createRating } from '#contract/ratings.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { login, logout } from '#contract/sessions.ts'
import { megabytes } from '#domain/units.ts'
import { findCorruption } from './actual-states.ts'
import { call, type Person } from './client.ts'
import { installationIn, launch, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { credentials, fillUp, populate, withDisk } from './small-disk.ts'
import { newTrace } from './strace.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-04',
    what: 'the disk is full, then has space again: writes fail with an error message, reads work, no restart is needed',
    engine: 'sqlite',
    needs: ['mount'],
    measure: fillDisk,
  },
  {
    id: 'D-04',
    what: 'the disk is full: users can sign in and out, even after a restart, and writes work again once an administrator deletes a backup',
    engine: 'sqlite',
    needs: ['mount'],
    measure: freeFromInside,
  },
  {
    id: 'D-04',
    what: 'the disk fills up while a backup is written: no partial file remains',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: failBackup,
  },
  {
    id: 'D-05',
    what: 'with a data folder that can’t be written, the server refuses to start and says why in one line',
    engine: 'sqlite',
    needs: ['mount'],
    measure: startReadOnly,
  },
]

async function fillDisk(): Promise<string> {
  return withDisk('24m', async path => {
    const installation = installationIn(path)
    const { people, admin, restaurantId } = await populate(installation)
    return withServer(installation, async ({ origin }) => {
      const read = async () =>
        (await call(origin, people[0] as Person, listCampusRestaurants, { params: { campusCode: 'arden' } }))
          .status
      const rate = (who: Person) =>
        call(origin, who, createRating, { body: { restaurantId, value: 5, comment: 'x'.repeat(1000) } })
      const filler = join(installation.dataDir, 'filler')
      await fillUp(filler)
      const answers = []
      for (const who of people) answers.push({ who, ...(await rate(who)), read: await read() })
      const refused = answers.filter(({ status }) => status === 503 || status === 507)
      const others = answers.filter(({ status }) => ![200, 201, 503, 507].includes(status))
      expectThat(refused.length > 0, 'no write was refused on a full disk')
      expectNone(others.map(({ status, message }) => `a write was answered with ${status} ${message}`))
      expectNone(
        refused.filter(({ message }) => !message?.endsWith('.')).map(() => 'a refusal has no sentence'),
      )
      expectNone(
        answers.filter(({ read }) => read !== 200).map(({ read }) => `a read was answered with ${read}`),
      )
      const backup = await call(origin, admin, createBackup, { body: { includeImages: true } })
      expectThat(backup.status === 507, `a backup was answered with ${backup.status} instead of 507`)

      await rm(filler)
      const again = await Promise.all(refused.map(({ who }) => rate(who)))
      expectNone(
        again.filter(({ status }) => status !== 201).map(({ status }) => `with room again: ${status}`),
      )
      const { body: backups } = await call(origin, admin, listBackups)
      expectThat(backups.length === 0, `${backups.length} backups are listed`)
      const kept = await withDeps(installation, async ({ db }) => {
        expectNone(await findCorruption(db))
        return db.selectFrom('ratings').select('id').execute()
      })
      expectThat(
        kept.length === people.length,
        `${kept.length} of ${people.length} acknowledged writes are there`,
      )
      return `full: ${refused.length} of ${people.length} writes refused with ${refused[0]?.status}, all reads 200, a backup 507; with space again all ${kept.length} written, without a restart`
    })
  })
}

async function freeFromInside(): Promise<string> {
  return withDisk('24m', async path => {
    const installation = installationIn(path)
    const { people, admin, restaurantId } = await populate(installation)
    const filename = 'uploaded-2026-11-20T12-00-00-000Z.json'
    await mkdir(join(installation.dataDir, 'backups'))
    await writeFile(join(installation.dataDir, 'backups', filename), Buffer.alloc(8 * 1024 * 1024, 'x'))
    const rate = (origin: string) =>
      call(origin, people[0] as Person, createRating, { body: { restaurantId, value: 5 } })
    const inAndOut = async (origin: string) => {
      const filler = join(installation.dataDir, `filler-${randomUUID()}`)
      await expectFull(
        () => fillUp(filler),
        () => rate(origin),
      )
      for (let i = 0; i < 20; i += 1) {
        const { status } = await call(origin, null, login, { body: credentials })
        expectThat(status === 200, `signing in was answered with ${status}`)
      }
      const { status } = await call(origin, people.pop() as Person, logout)
      expectThat(status === 204, `signing out was answered with ${status}`)
      const other = await rate(origin)
      expectThat(other.status === 507, `signing in has made room for others, too: ${other.status}`)
    }
    await withServer(installation, async ({ origin }) => {
      await isTaken(join(installation.dataDir, 'reserve'))
      await inAndOut(origin)
    })
    await withServer(installation, async ({ origin }) => {
      await inAndOut(origin)
      const { status } = await call(origin, admin, deleteBackup, { params: { filename } })
      expectThat(status === 204, `deleting a backup was answered with ${status}`)
      const again = await rate(origin)
      expectThat(again.status === 201, `with room again: ${again.status}`)
    })
    // A server that closes with free space leaves no write-ahead log, so the next start needs some space.
    await withDeps(installation, async ({ db }) => expectNone(await findCorruption(db)))
    await fillUp(join(installation.dataDir, 'filler-between'))
    return withServer(installation, async ({ origin }) => {
      const { status } = await call(origin, null, login, { body: credentials })
      expectThat(status === 200, `after a start without room, signing in was answered with ${status}`)
      return 'full: 41 sign-ins and 2 sign-outs, half of them after a restart and one after a start without free space; other writes 507, and 201 once the backup was deleted'
    })
  })
}

/**
 * In bytes, the most that 20 sign-ins need. If the disk fills up before the reserve has this size, they fail.
 */
const enough = 2 * megabytes

/** Waits until the reserve is large enough. The server fills it in the background after its start. */
async function isTaken(reserve: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { size } = await stat(reserve).catch(() => ({ size: 0 }))
    if (size >= enough) return
    await setTimeout(5)
  }
  throw new Error('the server has taken no reserve')
}

/** Fills the disk until a write is rejected: at first the database still has free space in its own files. */
async function expectFull(
  fill: () => Promise<void>,
  write: () => Promise<{ status: number }>,
): Promise<void> {
  await fill()
  for (let tries = 0; tries < 2_000; tries += 1) if ((await write()).status === 507) return
  throw new Error('no write was refused on a full disk')
}

async function failBackup(scale: Scale): Promise<string> {
  const checked: string[] = []
  // Each fails from its first use: syncing the file, and giving it its name.
  for (const failing of ['fsync', 'link']) {
    const installation = await newInstallation('sqlite', scale)
    await prepare(installation)
    const trace = await newTrace({ calls: [failing], inject: `${failing}:error=ENOSPC:when=1+` })
    try {
      const command = launch('../server/commands/backup.ts', installation, { wrapper: trace.wrapper })
      const { code } = await command.ended
      expectThat(code !== 0, `a backup whose ${failing} failed was reported as made`)
      const said = /The disk of the server is full/.test(command.output())
      expectThat(said, `with ${failing} failing it said: ${command.output().trim().slice(-300)}`)
      const left = await filesIn(join(installation.dataDir, 'backups'))
      expectThat(left.length === 0, `with ${failing} failing it left ${left.join(', ')}`)
      checked.push(failing)
    } finally {
      await trace.remove()
      await installation.remove()
    }
  }
  return `${checked.join(' and ')} without space: exit 1, a one-line error, no file left`
}

async function startReadOnly(): Promise<string> {
  return withDisk('24m', async path => {
    const installation = installationIn(path)
    await prepare(installation)
    execFileSync('mount', ['-o', 'remount,ro', installation.dataDir])
    const start = performance.now()
    const server = launch('../server/main.ts', { ...installation, dataDir: '/' })
    const { code } = await server.ended
    const seconds = (performance.now() - start) / 1000
    expectThat(code === 1, `it ended with ${code}`)
    expectThat(seconds < 15, `it took ${seconds.toFixed(1)} s`)
    const line = /.*can't be opened.*/.exec(server.output())?.[0] ?? ''
    expectThat(/readable and writable/.test(line), `it said: ${server.output()}`)
    return `exit 1 after ${seconds.toFixed(1)} s: “${line.replace(installation.dataDir, '…')}”`
  })
}

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
