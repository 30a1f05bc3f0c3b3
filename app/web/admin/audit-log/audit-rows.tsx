import { ChevronRight } from 'lucide-react'
import type { AuditLog } from '#features/audit/contract.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Badge, type BadgeTone } from '#kit/web/ui/badge.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { actionLabel, readDetails, summaryOf } from './read-details.ts'

type Open = (entry: AuditLog) => void

export function auditColumns(open: Open): Column<AuditLog>[] {
  return [
    { key: 'createdAt', header: 'When', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { key: 'user', header: 'Who', cell: entry => <AuditUser entry={entry} /> },
    {
      key: 'action',
      header: 'Action',
      cell: ({ action }) => <ActionBadge action={action} />,
      wideOnly: true,
    },
    {
      key: 'what',
      header: 'What',
      cell: entry => (
        <>
          <span className="mb-1 block xl:hidden">
            <ActionBadge action={entry.action} />
          </span>
          <AuditSummary entry={entry} open={open} />
        </>
      ),
      className: 'w-3/5 xl:w-1/2',
    },
  ]
}

/** An entry as shown below 1024 px. */
export function AuditCard({ entry, open }: { entry: AuditLog; open: Open }) {
  return (
    <Card className="flex flex-col items-start gap-1.5 p-4">
      <ActionBadge action={entry.action} />
      <AuditSummary entry={entry} open={open} />
      <p className="text-sm">
        <AuditUser entry={entry} /> · <Timestamp at={entry.createdAt} />
      </p>
    </Card>
  )
}

function ActionBadge({ action }: { action: string }) {
  return <Badge tone={toneOf(action)}>{actionLabel(action)}</Badge>
}

export function AuditUser({ entry: { user, userId } }: { entry: AuditLog }) {
  if (user)
    return <span className="wrap-break-word inline-block max-w-full lg:max-w-96">{fullName(user)}</span>
  return <span className="text-muted">{userId === null ? 'Not signed in' : 'Deleted account'}</span>
}

function AuditSummary({ entry, open }: { entry: AuditLog; open: Open }) {
  return (
    <button
      type="button"
      onClick={() => open(entry)}
      className="flex w-full items-center gap-2 pointer-coarse:min-h-11 text-left font-normal underline-offset-4 hover:text-terracotta-ink hover:underline"
    >
      <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 leading-snug">
        {summaryOf(readDetails(entry.details)) || 'Show details'}
      </span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
    </button>
  )
}

function toneOf(action: string): BadgeTone {
  if (/DELETED|PURGED|REMOVED|FAILED/.test(action)) return 'brick'
  if (/CREATED|IMPORTED|RESTORED|UPLOADED/.test(action)) return 'olive'
  return 'neutral'
}
