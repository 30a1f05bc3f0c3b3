/** T-94: backups with a changed bit or a missing end are rejected, or the damage makes no difference. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '#server/database/dialect.ts'
import { pathOf } from '#server/features/backups/backup-files.ts'
import { withStagedBackup } from '#server/features/backups/format/stage-backup.ts'
import { writeBackup } from '#server/features/backups/format/write-backup.ts'
import { HttpError } from '#server/http/errors.ts'
import { digestOf } from '#server/testing/backup-digest.ts'
import { fill } from './fill.ts'
import { newInstallation, prepare, withDeps } from './installation.ts'
import { randomNumbers } from './random.ts'
import { engines, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.flatMap(engine =>
  [false, true].map(includeImages => ({
    id: 'T-94',
    what: `a ${includeImages ? 'ZIP' : 'JSON'} backup with a flipped bit, or cut off: rejected as a whole, or restored without any difference`,
    engine,
    needs: needsOf(engine),
    isLong: engine === 'postgres',
    measure: (scale: Scale) => damage(engine, includeImages, scale),
  })),
)

async function damage(engine: Engine, includeImages: boolean, scale: Scale): Promise<string> {
  const each = scale.isShort ? 15 : 100
  const installation = await newInstallation(engine, scale)
  const random = randomNumbers(94)
  try {
    await prepare(installation)
    return await withDeps(installation, async deps => {
      await fill(deps, { users: 8, restaurants: 6, ratings: 30, images: 3 })
      const filename = await writeBackup(deps, { kind: 'backup', includeImages })
      const bytes = await readFile(pathOf(deps.config, filename))
      const path = join(installation.dataDir, 'damaged')
      /** What would be restored, or null if the backup is rejected. */
      const staged = async (content: Buffer) => {
        await writeFile(path, content)
        const found = withStagedBackup(deps, path, async ({ db }) => JSON.stringify(await digestOf(db)))
        return found.catch(error => {
          if (error instanceof HttpError && error.status < 500) return null
          throw error
        })
      }
      const whole = await staged(bytes)
      expectThat(whole !== null, 'the backup itself is refused')
      const counts = { refused: 0, harmless: 0 }
      const judge = async (content: Buffer, title: string) => {
        const found = await staged(content)
        expectThat(found === null || found === whole, `${title}: something else would be restored`)
        counts[found === null ? 'refused' : 'harmless'] += 1
      }
      for (let i = 0; i < each; i += 1) {
        const at = random(bytes.length)
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8))
        await judge(flipped, `a bit changed at ${at}`)
        const length = random(bytes.length)
        await judge(bytes.subarray(0, length), `cut off at ${length} of ${bytes.length}`)
      }
      return `${each} with a flipped bit and ${each} cut off: ${counts.refused} rejected, ${counts.harmless} restored without any difference, 0 restored differently`
    })
  } finally {
    await installation.remove()
  }
}
