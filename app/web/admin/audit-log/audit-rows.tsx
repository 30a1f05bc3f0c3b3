import { ChevronRight } from 'lucide-react'
import type { AuditLog } from '#features/audit/contract.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Badge, type BadgeTone } from '#kit/web/ui/badge.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { actionLabel, readDetails, summaryOf } from './read-details.ts'

export const auditColumns: Column<AuditLog>[] = [
  {
    key: 'createdAt',
    header: 'When',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    card: 'beside',
  },
  { key: 'user', header: 'Who', cell: entry => <AuditUser entry={entry} />, card: 'beside' },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action }) => <ActionBadge action={action} />,
    wideOnly: true,
    card: 'none',
  },
  {
    key: 'what',
    header: 'What',
    cell: entry => (
      <>
        <span className="mb-1 block xl:hidden">
          <ActionBadge action={entry.action} />
        </span>
        <AuditSummary entry={entry} />
      </>
    ),
    className: 'max-lg:text-base lg:w-3/5 xl:w-1/2',
  },
]

function ActionBadge({ action }: { action: string }) {
  return <Badge tone={toneOf(action)}>{actionLabel(action)}</Badge>
}

export function AuditUser({ entry: { user, userId } }: { entry: AuditLog }) {
  if (user)
    return <span className="wrap-break-word inline-block max-w-full lg:max-w-96">{fullName(user)}</span>
  return <span className="text-muted">{userId === null ? 'Not signed in' : 'Deleted account'}</span>
}

function AuditSummary({ entry }: { entry: AuditLog }) {
  return (
    <button
      type="button"
      onClick={() => urlParams.open({ entry: entry.id })}
      className="flex w-full items-center gap-2 pointer-coarse:min-h-11 text-left font-normal underline-offset-4 hover:text-terracotta-ink hover:underline"
    >
      <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 leading-snug">
        {summaryOf(readDetails(entry.details)) || 'Show details'}
      </span>
      <ChevronRight className="size-4.5 shrink-0 text-muted" />
    </button>
  )
}

function toneOf(action: string): BadgeTone {
  if (/DELETED|PURGED|REMOVED|FAILED/.test(action)) return 'brick'
  if (/CREATED|IMPORTED|RESTORED|UPLOADED/.test(action)) return 'olive'
  return 'neutral'
}
