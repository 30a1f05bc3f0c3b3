import { Pencil, Trash2 } from 'lucide-react'
import type { Alert } from '#contract/alerts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import type { Column } from '#web/ui/table.tsx'
import { severityLooks, targetsOf } from './severities.tsx'

interface Acts {
  edit: (alert: Alert) => void
  remove: (alert: Alert) => void
  activate: (alert: Alert, isActive: boolean) => void
}

export function alertColumns(acts: Acts): Column<Alert>[] {
  return [
    {
      key: 'title',
      header: 'Title',
      sortable: true,
      cell: alert => (
        <>
          <Named alert={alert} acts={acts} />
          <span className="block font-normal text-muted text-sm lg:hidden">
            {targetsOf(alert).join(', ')}
          </span>
        </>
      ),
    },
    {
      key: 'message',
      header: 'Message',
      cell: ({ message }) => (
        <span title={message} className="block max-w-[200px] truncate">
          {message}
        </span>
      ),
      className: 'max-lg:hidden',
    },
    { key: 'severity', header: 'Severity', sortable: true, cell: alert => <SeverityBadge alert={alert} /> },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      cell: alert => <Activation alert={alert} acts={acts} />,
      className: '!py-0',
    },
    { key: 'targets', header: 'Shown', cell: alert => <Targets alert={alert} />, className: 'max-lg:hidden' },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: alert => <Actions alert={alert} acts={acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface RowProps {
  alert: Alert
  acts: Acts
}

/** A row on phones. */
export function AlertCard({ alert, acts }: RowProps) {
  return (
    <Card className="py-3 pr-2 pl-4">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 pt-1.5">
          <Named alert={alert} acts={acts} />
          <p className="wrap-anywhere mt-1 line-clamp-2 text-muted text-sm">{alert.message}</p>
        </div>
        <Actions alert={alert} acts={acts} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 pr-2">
        <SeverityBadge alert={alert} />
        <Activation alert={alert} acts={acts} />
        <Targets alert={alert} />
      </div>
    </Card>
  )
}

function Named({ alert, acts }: RowProps) {
  return (
    <button
      type="button"
      onClick={() => acts.edit(alert)}
      className="wrap-anywhere text-left font-semibold underline-offset-4 hover:text-terracotta-ink hover:underline"
    >
      {alert.title}
    </button>
  )
}

function SeverityBadge({ alert: { severity } }: { alert: Alert }) {
  const { label, tone, icon } = severityLooks[severity]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

function Activation({ alert, acts }: RowProps) {
  return (
    <Switch
      label={
        <>
          {alert.isActive ? 'Active' : 'Inactive'}
          <span className="sr-only">: {alert.title}</span>
        </>
      }
      checked={alert.isActive}
      onChange={event => acts.activate(alert, event.target.checked)}
    />
  )
}

function Targets({ alert }: { alert: Alert }) {
  return (
    <span className="whitespace-nowrap text-sm *:block">
      {targetsOf(alert).map(target => (
        <span key={target} className={target === 'None' ? 'text-muted' : undefined}>
          {target}
        </span>
      ))}
    </span>
  )
}

function Actions({ alert, acts }: RowProps) {
  return (
    <span className="whitespace-nowrap">
      <IconButton label={`Edit ${alert.title}`} onClick={() => acts.edit(alert)}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${alert.title}`} onClick={() => acts.remove(alert)}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
