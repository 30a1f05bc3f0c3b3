import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listAlerts, severities } from '#contract/alerts.ts'
import { compareNames } from '#domain/compare-names.ts'
import { read } from '#web/api/queries.ts'
import { AdminList } from '#web/kit/admin-list.tsx'
import { useLocalList } from '#web/kit/list-state.ts'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import { useDialogState } from '#web/lib/state.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { AlertCard, alertColumns } from './alert-rows.tsx'
import { DeleteAlertDialog } from './delete-alert-dialog.tsx'
import { useActivation } from './use-alert-writes.ts'

export function AlertsSection() {
  const { search, open, close } = useSearchParams()
  const alerts = useQuery({ ...read(listAlerts), staleTime: 0 })
  const list = useLocalList(alerts, {
    textOf: ({ title, message }) => `${title} ${message}`,
    orders: {
      title: (a, b) => compareNames(a.title, b.title),
      severity: (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
      status: (a, b) => Number(a.isActive) - Number(b.isActive),
    },
  })
  const activate = useActivation()
  const [doomed, setDoomed] = useState<number>()
  const withId = (id: number | undefined) => alerts.data?.find(alert => alert.id === id)
  const added = useDialogState(search.add === 'alert' || undefined)
  const edited = useDialogState(withId(parseId(search.edit))?.id)
  const acts = {
    edit: ({ id }: { id: number }) => open({ edit: id }),
    remove: ({ id }: { id: number }) => setDoomed(id),
    activate,
  }
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ add: 'alert' })}>
      Create Alert
    </Button>
  )
  return (
    <>
      <AdminList
        title="System Alerts"
        caption="All system alerts"
        noun={['alert', 'alerts']}
        list={list}
        searchLabel="Search alerts"
        actions={add}
        columns={alertColumns(acts)}
        rowHeader="title"
        nameOf={({ title }) => title}
        card={alert => <AlertCard alert={alert} acts={acts} />}
        empty={{
          title: 'No alerts yet',
          text: 'An alert tells everybody at once: a closed road, a storm, a fire drill.',
          action: add,
        }}
      />
      {added.value && (
        <AlertDialog key={added.key} alert={undefined} open={added.open} onClose={() => close('add')} />
      )}
      {edited.value && (
        <AlertDialog
          key={`edit ${edited.key}`}
          alert={withId(edited.value)}
          open={edited.open}
          onClose={() => close('edit')}
        />
      )}
      <DeleteAlertDialog alert={withId(doomed)} onClose={() => setDoomed(undefined)} />
    </>
  )
}
