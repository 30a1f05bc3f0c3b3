import { recordAudit } from '#server/audit/record-audit.ts'
import { pathOf } from '#server/features/backups/backup-files.ts'
import { withStagedBackup } from '#server/features/backups/stage-backup.ts'
import { writeBackup } from '#server/features/backups/write-backup.ts'
import { operator, runDatabaseCommand } from './command.ts'
import { describeBackup } from './describe-backup.ts'

// npm run backup [-- --json]: safe at any time, since it reads a snapshot.
await runDatabaseCommand(async (deps, args) => {
  const includeImages = !args.includes('--json')
  const filename = await writeBackup(deps, { kind: 'backup', includeImages })
  const path = pathOf(deps.config, filename)
  await withStagedBackup(deps, path, describeBackup)
  const details = { filename, includeImages }
  await recordAudit(deps.db, {
    action: 'BACKUP_CREATED',
    details,
    by: operator,
    time: deps.now().toISOString(),
  })
  console.log(`\nWritten and read back whole: ${path}`)
})
