import { type AuditLog, listAuditLogs } from '#features/audit/contract.ts'
import { useExport } from '#features/audit/web/use-export.tsx'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { AuditFilters, auditFilters } from './audit-filters.tsx'
import { auditColumns } from './audit-rows.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { actionLabel } from './read-details.ts'

export function AuditLogSection() {
  const { entry } = useParams({ entry: param.id })
  const list = useList(listAuditLogs, { filters: auditFilters, alwaysFresh: true })
  const exporting = useExport({
    endpoint: listAuditLogs,
    query: list.query,
    what: 'audit log entries',
    file: 'audit-log',
    action: 'AUDIT_LOG_EXPORTED',
    columns: exportColumns,
  })
  const rows = list.rows ?? []
  const opened = rows.find(({ id }) => id === entry)
  return (
    <>
      <ListSection
        title="Audit Log"
        noun={['entry', 'entries']}
        list={list}
        searchLabel="Search the audit log"
        filters={<AuditFilters rows={rows} />}
        actions={[exporting]}
        columns={auditColumns}
        rowHeader="what"
        nameOf={({ action }) => actionLabel(action)}
        edit={false}
        empty={{
          title: 'No entries yet',
          text: 'Everything that administrators change appears here.',
        }}
      />
      {opened && <EntryDialog entry={opened} onClose={() => urlParams.close('entry')} />}
    </>
  )
}

const exportColumns = [
  { header: 'Time (UTC)', write: ({ createdAt }: AuditLog) => createdAt },
  { header: 'Action', write: ({ action }: AuditLog) => action },
  { header: 'Name', write: ({ user }: AuditLog) => user && fullName(user) },
  { header: 'Email', write: ({ user }: AuditLog) => user?.email ?? null },
  { header: 'Details', write: ({ details }: AuditLog) => details },
  { header: 'Address', write: ({ ipAddress }: AuditLog) => ipAddress },
  { header: 'Browser', write: ({ userAgent }: AuditLog) => userAgent },
]
