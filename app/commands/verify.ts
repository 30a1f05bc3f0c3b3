import { schema } from '#app/tables.ts'
import { withStagedBackup } from '#features/backups/server/format/stage-backup.ts'
import { backupPathFromArgs } from './backup-path-from-args.ts'
import { runCommand } from './command.ts'
import { describeBackup } from './describe-backup.ts'

// npm run verify -- FILE: reads the whole backup, like a restore, but changes nothing. It needs no database.
await runCommand(async (config, args) => {
  const path = await backupPathFromArgs('verify', config, args)
  await withStagedBackup({ config, schema }, path, describeBackup)
  console.log('\nIt is complete and can be restored.')
})
