import { restoreFrom } from '#features/backups/server/restore/restore-backup.ts'
import { backupPathFromArgs } from './backup-path-from-args.ts'
import { operator, requireStoppedServer, runDatabaseCommand } from './command.ts'

// npm run restore -- FILE: also works with an empty database, which then gets the accounts of the backup.
await runDatabaseCommand(async (deps, args) => {
  const path = await backupPathFromArgs('restore', deps.config, args)
  await requireStoppedServer(deps)
  const { safetyBackup, counts } = await restoreFrom(deps, path, operator)
  console.log(
    `\nRestored. Users: ${counts.users}, restaurants: ${counts.restaurants}, ratings: ${counts.ratings}.`,
  )
  console.log(`The previous data is in ${safetyBackup}. Everyone must sign in again.`)
})
