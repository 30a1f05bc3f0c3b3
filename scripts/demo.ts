/** Fills the demo's data folder, once, and prints the sign-ins. The server is started on this folder afterwards. */
import { operator } from '#app/commands/command.ts'
import { createDeps } from '#app/create-deps.ts'
import { makeBackup } from '#features/backups/server/make-backup.ts'
import { planDemoLunches } from '#features/installation/server/demo/demo-lunches.ts'
import { demoPassword, demoSignIns, fillDemo } from '#features/installation/server/demo/fill-demo.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { ConfigError } from '#kit/server/config/error.ts'
import { loadConfig } from '#kit/server/config/load-config.ts'
import { UnusableDatabaseError } from '#kit/server/database/connection/open.ts'

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
