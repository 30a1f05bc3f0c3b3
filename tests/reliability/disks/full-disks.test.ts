import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as anyTest, expect, onTestFinished } from 'vitest'
import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { login } from '#features/accounts/sessions-contract.ts'
import {
  createBackup,
  deleteBackup,
  listBackups,
  restoreBackup,
  uploadBackup,
} from '#features/backups/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { logout } from '#kit/contract/logout.ts'
import { megabytes } from '#kit/rules/units.ts'
import { call, type Person, readAs } from '#tests/reliability/support/client.ts'
import {
  emptyInstallation,
  engines,
  lacks,
  ratersIn,
  withClient,
  within,
} from '#tests/reliability/support/harness.ts'
import { installationIn, launchScript, prepare, startServer } from '#tests/support/backups/installation.ts'
import { postgresUser } from '#tests/support/databases/postgres-binaries.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { credentials, fillUp, mountDisk, populate } from './small-disk.ts'

/* A disk that is full: that of the database, that of the server beside PostgreSQL, or that for temporary files. */

const test = anyTest.skipIf(lacks.mount)

const rate = (origin: string, who: Person, restaurantId: number) =>
  call(origin, who, createRating, { body: { restaurantId, value: 5, comment: 'x'.repeat(1000) } })
const backUp = (origin: string, who: Person) =>
  call(origin, who, createBackup, { body: { includeImages: true } })

test.each(engines)(
  'the disk of %s is full, then has space again: writes fail with an error message, reads work, no restart is needed [D-04]',
  async engine => {
    const disk = await mountDisk(engine === 'sqlite' ? '24m' : '48m')
    const installation = engine === 'sqlite' ? installationIn(disk) : await emptyInstallation('postgres')
    const { people, admin, restaurantId } = await populate(installation)
    if (engine === 'postgres') await moveDatabaseTo(disk, installation.environment.DATABASE_URL ?? '')
    const { origin } = await startServer(installation)
    const filler = join(disk, 'filler')
    fillUp(filler)
    const replies = []
    for (const who of people)
      replies.push({ who, ...(await rate(origin, who, restaurantId)), read: await readAs(origin, who) })
    const rejected = replies.filter(({ status }) => status !== 201)
    expect(rejected.length).toBeGreaterThan(0)
    for (const { status, message } of rejected)
      expect([status, message]).toEqual([507, expect.stringMatching(/\.$/)])
    expect(replies.filter(({ read }) => read !== 200)).toEqual([])
    if (engine === 'sqlite') expect((await backUp(origin, admin)).status).toBe(507)
    await rm(filler)
    for (const { who } of rejected) expect((await rate(origin, who, restaurantId)).status).toBe(201)
    expect((await call(origin, admin, listBackups)).body).toEqual([])
    expect((await ratersIn(installation)).size).toBe(people.length)
  },
)

/** Its folder must be on this machine. */
async function moveDatabaseTo(disk: string, url: string): Promise<void> {
  const { uid = -1, gid = -1 } = postgresUser() ?? {}
  chownSync(disk, uid, gid)
  const inCluster = (statement: string) =>
    withClient({ environment: { DATABASE_URL: process.env.TEST_POSTGRES_URL ?? '' } }, client =>
      client.query(statement),
    )
  await inCluster(`create tablespace small_disk location '${disk}'`)
  const database = new URL(url).pathname.slice(1)
  await inCluster(`alter database "${database}" set tablespace small_disk`)
  onTestFinished(async () => {
    await rm(join(disk, 'filler'), { force: true })
    await inCluster(`drop database if exists "${database}" with (force)`)
    await inCluster('drop tablespace small_disk')
  })
}

test('the disk is full: users can sign in and out, even after a restart, and writes work again once an administrator deletes a backup [D-04]', async () => {
  const disk = await mountDisk('24m')
  const installation = installationIn(disk)
  const { people, admin, restaurantId } = await populate(installation)
  const filename = 'uploaded-2026-11-20T12-00-00-000Z.json'
  await mkdir(join(disk, 'backups'))
  await writeFile(join(disk, 'backups', filename), Buffer.alloc(8 * megabytes, 'x'))
  const signIn = async (origin: string) => (await call(origin, null, login, { body: credentials })).status
  const statusOfRating = async (origin: string) =>
    (await rate(origin, people[0] as Person, restaurantId)).status
  const inAndOut = async (origin: string, filler: string) => {
    fillUp(join(disk, filler))
    // At first the database still has free space in its own files.
    expect(await within(60, async () => (await statusOfRating(origin)) === 507, 0)).toBe(true)
    for (let i = 0; i < 20; i += 1) expect(await signIn(origin)).toBe(200)
    expect((await call(origin, people.pop() as Person, logout)).status).toBe(204)
    expect(await statusOfRating(origin), 'signing in makes no room for others').toBe(507)
  }
  const first = await startServer(installation)
  // The server fills the reserve in the background after its start.
  const reserve = async () => (await stat(join(disk, 'reserve')).catch(() => ({ size: 0 }))).size
  expect(await within(20, async () => (await reserve()) >= 2 * megabytes)).toBe(true)
  await inAndOut(first.origin, 'filler')
  await first.end()
  const second = await startServer(installation)
  await inAndOut(second.origin, 'more')
  expect((await call(second.origin, admin, deleteBackup, { params: { filename } })).status).toBe(204)
  expect(await statusOfRating(second.origin)).toBeLessThanOrEqual(201)
  await second.end()
  await ratersIn(installation)
  fillUp(join(disk, 'filler-between'))
  expect(await signIn((await startServer(installation)).origin), 'after a start without room').toBe(200)
})

anyTest.skipIf(lacks.mount || lacks.postgres)(
  'the data folder is full, but not the disk of PostgreSQL: users can go on working, backups are rejected, and no partial files remain [D-04]',
  async () => {
    const disk = await mountDisk('160m')
    const own = await emptyInstallation('postgres')
    const installation = installationIn(disk, {}, own.environment.DATABASE_URL)
    const { people, admin, restaurantId } = await populate(installation)
    const { origin } = await startServer(installation)
    const { filename } = (await backUp(origin, admin)).body
    const bytes = new Blob([new Uint8Array(megabytes)])
    fillUp(join(disk, 'filler'))
    for (const { status, message } of [
      await backUp(origin, admin),
      await call(origin, admin, uploadBackup, { file: bytes }),
      await call(origin, admin, restoreBackup, { params: { filename } }),
    ])
      expect([status, message]).toEqual([507, expect.stringMatching(/\.$/)])
    for (const who of people) expect((await rate(origin, who, restaurantId)).status).toBe(201)
    expect((await call(origin, null, login, { body: credentials })).status).toBe(200)
    expect(await readdir(join(disk, 'backups'))).toEqual([filename])
    expect((await call(origin, admin, deleteBackup, { params: { filename } })).status).toBe(204)
    await rm(join(disk, 'filler'))
    expect((await backUp(origin, admin)).status).toBe(201)
    expect((await ratersIn(installation)).size).toBe(people.length)
  },
)

test.each(engines)(
  'the folder for temporary files is full: pictures, backups and restores don’t need it (%s) [D-04]',
  async engine => {
    const temporary = await mountDisk('1m')
    fillUp(join(temporary, 'filler'))
    const installation = await emptyInstallation(engine)
    const { people, admin, restaurantId } = await populate(installation)
    const { origin, output } = await startServer(installation, { env: { TMPDIR: temporary } })
    await expect(writeFile(join(temporary, 'more'), Buffer.alloc(64 * 1024))).rejects.toThrow()
    const photo = new Blob([new Uint8Array(await picture({ background: '#123456' }).png().toBuffer())])
    const { filename } = (await backUp(origin, admin)).body
    const [who] = people as [Person]
    const file = await fetch(`${origin}/api/backup/${filename}`, { headers: { cookie: admin.cookie } })
    for (const status of [
      (await rate(origin, who, restaurantId)).status,
      await readAs(origin, who),
      (await call(origin, admin, uploadProfileImage, { params: { id: admin.id }, file: photo })).status,
      (await call(origin, admin, uploadBackup, { file: await file.blob() })).status,
      (await call(origin, admin, restoreBackup, { params: { filename } })).status,
    ])
      expect([200, 201]).toContain(status)
    expect((await call(origin, admin, listBackups)).body).toHaveLength(3)
    expect(output()).not.toMatch(/"level":[56]0/)
  },
)

test('with a data folder that can’t be written, the server refuses to start and says why in one line [D-05]', async () => {
  const installation = installationIn(await mountDisk('24m'))
  await prepare(installation)
  execFileSync('mount', ['-o', 'remount,ro', installation.dataDir])
  const server = launchScript('main.ts', { ...installation, dataDir: '/' })
  expect((await server.ended).code).toBe(1)
  expect(server.output()).toMatch(/.*can't be opened.*readable and writable/)
})
