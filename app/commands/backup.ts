import { pathOf } from '#features/backups/server/backup-files.ts'
import { makeBackup } from '#features/backups/server/make-backup.ts'
import { find } from '#kit/server/database/rows.ts'
import { CommandError, operator, runDatabaseCommand } from './command.ts'
import { describeBackup } from './describe-backup.ts'

// npm run backup [-- --json]: safe at any time, because it reads from a snapshot.
await runDatabaseCommand(async (deps, args) => {
  if (args.some(arg => arg !== '--json'))
    throw new CommandError('Please write: npm run backup, or without pictures: npm run backup -- --json')
  // An installation always has its primary admin.
  if (!(await find(deps.db, 'users', { isPrimaryAdmin: true })))
    throw new CommandError('There is nothing to back up: the database is empty.')
  const filename = await makeBackup(deps, !args.includes('--json'), operator, describeBackup)
  console.log(`\nWritten and verified: ${pathOf(deps.config, filename)}`)
})
