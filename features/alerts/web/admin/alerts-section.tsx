import { useQuery } from '@tanstack/react-query'
import { trashDays } from '#features/trash/contract.ts'
import { useUndoToast } from '#features/trash/web/undo-toast.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { idParams } from '#kit/web/list/row-actions.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { type Alert, deleteAlert, listAlerts, severities, updateAlert } from '../../contract.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { severityLooks, targetsOf } from './severities.tsx'

export function AlertsSection() {
  const list = useLocalList(useQuery({ ...read(listAlerts), staleTime: 0 }), {
    textOf: ({ title, message }) => `${title} ${message}`,
    orders: {
      title: (a, b) => compareNames(a.title, b.title),
      severity: (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
      status: (a, b) => Number(a.isActive) - Number(b.isActive),
    },
  })
  const undoToast = useUndoToast('alert')
  const deletion = useWrite(deleteAlert, {
    touches: ['alerts', 'trash'],
    done: (_, { params }) => undoToast([Number(params.id)]),
    failed: 'Failed to delete system alert',
  })
  return (
    <ListSection
      title="System Alerts"
      caption="All system alerts"
      noun={['alert', 'alerts']}
      list={list}
      nameOf={({ title }) => title}
      columns={[
        {
          key: 'title',
          header: 'Title',
          sortable: true,
          cell: (_, name) => name,
        },
        {
          key: 'message',
          header: 'Message',
          cell: ({ message }) => (
            <span
              title={message}
              className="wrap-anywhere line-clamp-2 lg:line-clamp-1 text-muted lg:max-w-[200px] lg:text-ink"
            >
              {message}
            </span>
          ),
          wideOnly: true,
        },
        {
          key: 'severity',
          header: 'Severity',
          sortable: true,
          cell: alert => <SeverityBadge alert={alert} />,
          card: 'beside',
        },
        {
          key: 'status',
          header: 'Status',
          sortable: true,
          cell: alert => <Activation alert={alert} />,
          card: 'beside',
          className: 'lg:py-0',
        },
        {
          key: 'targets',
          header: 'Shown',
          cell: alert => <Targets alert={alert} />,
          card: 'beside',
        },
      ]}
      add={{ label: 'Create Alert' }}
      dialog={(alert, props) => <AlertDialog alert={alert} {...props} />}
      remove={{
        question: ({ title, isActive }) => ({
          title: `Delete “${title}”?`,
          text: `${isActive ? 'It disappears from every page within a minute. ' : ''}It stays in the trash for ${trashDays} days.`,
        }),
        run: alert => deletion.mutateAsync(idParams(alert)),
      }}
      empty={{
        title: 'No alerts yet',
        text: 'Use an alert to tell everyone about a closed road, a storm or a fire drill.',
      }}
    />
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

/** Activates or deactivates an alert from its row. Updates optimistically and rolls back on errors. */
function Activation({ alert }: { alert: Alert }) {
  const write = useWrite(updateAlert, {
    touches: ['alerts'],
    scope: { id: 'alert activation' },
    optimistic: ({ params, body }) => [
      patchCached(listAlerts, alerts =>
        alerts.map(other =>
          String(other.id) === params.id ? { ...other, isActive: body?.isActive ?? other.isActive } : other,
        ),
      ),
    ],
    done: ({ title, isActive }) => ({
      title: 'System alert updated successfully',
      description: `“${title}” is ${isActive ? 'active' : 'inactive'} now.`,
    }),
    failed: 'Failed to update system alert',
  })
  return (
    <Switch
      label={
        <>
          {alert.isActive ? 'Active' : 'Inactive'}
          <span className="sr-only">: {alert.title}</span>
        </>
      }
      checked={alert.isActive}
      onChange={event => write.mutate({ ...idParams(alert), body: { isActive: event.target.checked } })}
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
