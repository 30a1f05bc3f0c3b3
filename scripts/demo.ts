/** Fills the demo's data folder, once, and prints the sign-ins. The server is started on this folder afterwards. */
import { operator } from '#server/commands/command.ts'
import { ConfigError } from '#server/config/error.ts'
import { loadConfig } from '#server/config/load-config.ts'
import { createDeps } from '#server/create-deps.ts'
import { UnusableDatabaseError } from '#server/database/open.ts'
import { makeBackup } from '#server/features/backups/make-backup.ts'
import { demoPassword, demoSignIns } from '#server/features/installation/demo/demo-people.ts'
import { planDemoLunches } from '#server/features/installation/demo/demo-today.ts'
import { fillDemo } from '#server/features/installation/demo/fill-demo.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'

try {
  // Read before .env is loaded, which may name the data folder of a real installation.
  const { DATA_DIR = './data-demo' } = process.env
  const config = loadConfig({ DATA_DIR, STARTER_DATA: 'none' })
  rejectRealData(config)
  console.log(`Demo data in ${config.dataDir} …`)
  const deps = await createDeps({ ...config, logLevel: 'warn' })
  await prepareInstallation(deps)
  const isNew = await fillDemo(deps)
  if (isNew) await makeBackup(deps, true, operator)
  await planDemoLunches(deps)
  await deps.db.destroy()
  console.log(
    isNew
      ? 'Filled with fictional people, places and ratings, and lunches for today.'
      : 'It is there already, and kept.',
  )
  console.log(`\nSign in with the password  ${demoPassword}  as`)
  for (const { role, email } of demoSignIns) console.log(`  ${role.padEnd(10)}  ${email}`)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof UnusableDatabaseError)) throw error
  console.error(`\nThe demo can't start:\n${error.message}\n`)
  process.exit(1)
}

// The demo's password is public, so its users must never be added to a real installation.
function rejectRealData({ databaseUrl, production }: { databaseUrl: string | null; production: boolean }) {
  if (databaseUrl) throw new ConfigError('DATABASE_URL: the demo has a data folder of its own; unset it')
  if (production) throw new ConfigError('NODE_ENV: the demo is not for production')
}
