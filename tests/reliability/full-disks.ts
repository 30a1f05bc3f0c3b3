/**
 * D-04: not the disk of our database is full, but that of PostgreSQL, our own beside PostgreSQL, or the
 * temporary folder.
 */
import { chownSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackup, deleteBackup, listBackups, restoreBackup, uploadBackup } from '#contract/backups.ts'
import { uploadProfileImage } from '#contract/images.ts'
import { createRating } from '#contract/ratings.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { login } from '#contract/sessions.ts'
import type { Engine } from '#server/database/dialect.ts'
import { picture } from '#server/testing/pictures.ts'
import { postgresUser } from '#server/testing/postgres-binaries.ts'
import { findCorruption } from './actual-states.ts'
import { call, type Person } from './client.ts'
import { withClient } from './crash-operations.ts'
import { type Installation, installationIn, newInstallation, withDeps, withServer } from './installation.ts'
import { engines, expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { credentials, fillUp, populate, withDisk } from './small-disk.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-04',
    what: 'the disk of PostgreSQL is full, then has space again: writes fail with an error message, reads work, no restart is needed',
    engine: 'postgres',
    // Its folder must be on this machine.
    needs: ['PostgreSQL', 'pg_ctl', 'mount'],
    isLong: true,
    measure: fillPostgres,
  },
  {
    id: 'D-04',
    what: 'the data folder is full, but not the disk of PostgreSQL: users can go on working, backups are refused, and no partial files remain',
    engine: 'postgres',
    needs: ['PostgreSQL', 'mount'],
    isLong: true,
    measure: fillDataFolder,
  },
  ...engines.map(
    (engine): Scenario => ({
      id: 'D-04',
      what: 'the folder for temporary files is full: pictures, backups and restores don’t need it',
      engine,
      needs: engine === 'postgres' ? ['PostgreSQL', 'mount'] : ['mount'],
      isLong: true,
      measure: scale => fillTemporary(engine, scale),
    }),
  ),
]

async function fillPostgres(scale: Scale): Promise<string> {
  return withDisk('48m', async disk => {
    const { uid = -1, gid = -1 } = postgresUser() ?? {}
    chownSync(disk, uid, gid)
    const installation = await newInstallation('postgres', scale)
    const database = new URL(installation.environment.DATABASE_URL ?? '').pathname.slice(1)
    const filler = join(disk, 'filler')
    try {
      const { people, restaurantId } = await populate(installation)
      await inCluster(scale, [
        `create tablespace small_disk location '${disk}'`,
        `alter database "${database}" set tablespace small_disk`,
      ])
      return await withServer(installation, async ({ origin }) => {
        const rate = (who: Person) =>
          call(origin, who, createRating, { body: { restaurantId, value: 5, comment: 'x'.repeat(1000) } })
        await fillUp(filler)
        const answers = []
        for (const who of people) answers.push({ who, ...(await rate(who)), read: await readAs(origin, who) })
        const refused = answers.filter(({ status }) => status === 507)
        expectThat(refused.length > 0, 'no write was refused on a full disk')
        expectNone(
          answers.flatMap(({ status, message, read }) => [
            ...(status === 201 || status === 507 ? [] : [`a write was answered with ${status} ${message}`]),
            ...(read === 200 ? [] : [`a read was answered with ${read}`]),
          ]),
        )
        expectThat(/disk .* is full.*\.$/.test(refused[0]?.message ?? ''), `it said: ${refused[0]?.message}`)
        await rm(filler)
        const again = await Promise.all(refused.map(({ who }) => rate(who)))
        expectNone(
          again.filter(({ status }) => status !== 201).map(({ status }) => `with room again: ${status}`),
        )
        await expectRatings(installation, people.length)
        return `full: ${refused.length} of ${people.length} writes refused with 507, all reads 200; with space again all written, without a restart`
      })
    } finally {
      await rm(filler, { force: true })
      await installation.remove()
      await inCluster(scale, ['drop tablespace if exists small_disk'])
    }
  })
}

async function fillDataFolder(scale: Scale): Promise<string> {
  return withDisk('160m', async disk => {
    const own = await newInstallation('postgres', scale)
    const url = own.environment.DATABASE_URL ?? ''
    const installation = installationIn(disk, {}, url)
    try {
      const { people, admin, restaurantId } = await populate(installation)
      const folder = join(disk, 'backups')
      return await withServer(installation, async ({ origin }) => {
        const backUp = () => call(origin, admin, createBackup, { body: { includeImages: true } })
        const first = await backUp()
        expectThat(first.status === 201, `with room a backup was answered with ${first.status}`)
        const { filename } = first.body
        const bytes = new Blob([new Uint8Array(1024 * 1024)])
        await fillUp(join(disk, 'filler'))
        const [backup, upload, restore] = [
          await backUp(),
          await call(origin, admin, uploadBackup, { file: bytes }),
          await call(origin, admin, restoreBackup, { params: { filename } }),
        ]
        for (const { status, message } of [backup, upload, restore])
          expectThat(status === 507 && /\.$/.test(message ?? ''), `full, it was ${status} ${message}`)
        for (const who of people) {
          const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 5 } })
          expectThat(status === 201, `a rating was answered with ${status}`)
        }
        const { status: signedIn } = await call(origin, null, login, { body: credentials })
        expectThat(signedIn === 200, `signing in was answered with ${signedIn}`)
        const left = await readdir(folder)
        expectThat(left.join() === filename, `left in the folder: ${left.join(', ')}`)
        const { status: deleted } = await call(origin, admin, deleteBackup, { params: { filename } })
        expectThat(deleted === 204, `deleting a backup was answered with ${deleted}`)
        await rm(join(disk, 'filler'))
        const last = await backUp()
        expectThat(last.status === 201, `with room again a backup was answered with ${last.status}`)
        await expectRatings(installation, people.length)
        return `full: backup, upload and restore 507, no partial files; ${people.length} ratings 201, sign-in 200, a backup deleted; with space again a backup 201`
      })
    } finally {
      await own.remove()
    }
  })
}

async function fillTemporary(engine: Engine, scale: Scale): Promise<string> {
  return withDisk('1m', async temporary => {
    await fillUp(join(temporary, 'filler'))
    const installation = await newInstallation(engine, scale)
    const env = { TMPDIR: temporary }
    try {
      const { people, admin, restaurantId } = await populate(installation)
      return await withServer(
        installation,
        async ({ origin, output }) => {
          await expectNoRoom(temporary)
          const photo = await picture({ background: '#123456' }).png().toBuffer()
          const { body: made } = await call(origin, admin, createBackup, { body: { includeImages: true } })
          const [who] = people
          const answers = {
            rating: await call(origin, who as Person, createRating, { body: { restaurantId, value: 5 } }),
            list: { status: await readAs(origin, who as Person) },
            picture: await call(origin, admin, uploadProfileImage, {
              params: { id: admin.id },
              file: new Blob([new Uint8Array(photo)]),
            }),
            restore: await call(origin, admin, restoreBackup, { params: { filename: made?.filename ?? '' } }),
          }
          const file = await fetch(`${origin}/api/backup/${made.filename}`, {
            headers: { cookie: admin.cookie },
          })
          const upload = await call(origin, admin, uploadBackup, { file: await file.blob() })
          const statuses = Object.entries({ ...answers, upload }).map(
            ([name, { status }]) => `${name} ${status}`,
          )
          expectNone(statuses.filter(text => !/ 20[01]$/.test(text)))
          const { body: backups } = await call(origin, admin, listBackups)
          expectThat(backups.length === 3, `${backups.length} backups are listed`)
          expectThat(!/"level":[56]0/.test(output()), `it said: ${output().slice(-1_000)}`)
          return `${statuses.join(', ')}; a backup with images, its download, and the safety backup`
        },
        { env },
      )
    } finally {
      await installation.remove()
    }
  })
}

async function expectNoRoom(folder: string): Promise<void> {
  const written = await writeFile(join(folder, 'more'), Buffer.alloc(64 * 1024)).then(
    () => true,
    () => false,
  )
  expectThat(!written, 'there was room for temporary files')
}

const readAs = async (origin: string, who: Person) =>
  (await call(origin, who, listCampusRestaurants, { params: { campusCode: 'arden' } })).status

async function expectRatings(installation: Installation, count: number): Promise<void> {
  await withDeps(installation, async ({ db }) => {
    expectNone(await findCorruption(db))
    const { length } = await db.selectFrom('ratings').select('id').execute()
    expectThat(length === count, `${length} of ${count} acknowledged writes are there`)
  })
}

async function inCluster(scale: Scale, statements: string[]): Promise<void> {
  const installation = { environment: { DATABASE_URL: await scale.postgresUrl() } } as unknown as Installation
  await withClient(installation, async client => {
    for (const statement of statements) await client.query(statement)
  })
}
