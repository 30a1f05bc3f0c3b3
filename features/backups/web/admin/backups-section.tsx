import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup, Upload } from 'lucide-react'
import { compareNames } from '#kit/rules/texts/names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useLocalList } from '#kit/web/list/list-state.ts'
import { AddressDialog } from '#kit/web/list/row-actions.tsx'
import { useWaitTimedOut } from '#kit/web/loading/max-wait.ts'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { type Backup, deleteBackup, getBackupStatus, listBackups } from '../../contract.ts'
import { kindLabel } from './backup-kinds.tsx'
import { BackupActions, backupColumns } from './backup-rows.tsx'
import { CreateDialog, useIsCreating } from './create-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { UploadDialog } from './upload-dialog.tsx'

export function BackupsSection() {
  const { edit, restore } = useParams({ edit: param.text(), restore: param.text() })
  const status = useStatus()
  const hasTimedOut = useWaitTimedOut()
  const list = useBackupList()
  const isCreating = useIsCreating()
  const removal = useWrite(deleteBackup, {
    touches: ['backups', 'backup status'],
    done: (_, { params }) => ({ title: 'Backup deleted successfully', description: String(params.filename) }),
    failed: 'Failed to delete backup',
  })
  return (
    <>
      <ListSection
        title="Backup / Restore"
        caption="All backups"
        noun={['backup', 'backups']}
        list={list}
        add={{
          label: 'Create Backup',
          icon: <DatabaseBackup />,
          busy: isCreating,
          busyText: 'Creating...',
        }}
        actions={[{ label: 'Upload Backup', icon: <Upload />, run: () => urlParams.open({ add: 'upload' }) }]}
        isWaiting={status.isPending && !hasTimedOut}
        above={<Schedule status={status} onEdit={() => urlParams.open({ edit: 'schedule' })} />}
        columns={backupColumns}
        nameOf={({ filename }) => filename}
        edit={false}
        moreActions={backup => <BackupActions {...backup} />}
        dialog={(_, props) => <CreateDialog {...props} />}
        remove={{ question, run: ({ filename }) => removal.mutateAsync({ params: { filename } }) }}
        empty={{
          title: 'No backups yet',
          text: 'Create one now, or upload one from another server. Scheduled backups appear here, too.',
        }}
      />
      <AddressDialog name="add" value="upload">
        {props => <UploadDialog {...props} />}
      </AddressDialog>
      {edit === 'schedule' && <ScheduleDialog onClose={() => urlParams.close('edit')} />}
      {restore && (
        <RestoreDialog
          key={restore}
          filename={restore}
          onClose={() => urlParams.close('restore')}
          onUndo={safetyBackup => urlParams.replace({ restore: safetyBackup })}
        />
      )}
    </>
  )
}

const question = ({ filename, kind }: Backup) => ({
  title: 'Delete this backup?',
  text: (
    <>
      <strong className="block wrap-anywhere text-ink">{filename}</strong>
      {kind === 'safety'
        ? 'It was saved before a restore or a bulk delete, so that you can go back. Deleting it can’t be undone.'
        : 'This can’t be undone, unless you have downloaded the file.'}
    </>
  ),
})

const restoringPollInterval = 3_000
const idlePollInterval = 60_000

const useStatus = () =>
  useQuery({
    ...read(getBackupStatus),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isRestoring ? restoringPollInterval : idlePollInterval),
  })

function useBackupList() {
  const { data, ...query } = useQuery({ ...read(listBackups), staleTime: 0 })
  // Numbered from the oldest, so that a row keeps its id when new backups are added.
  const rows = data?.map((backup, index) => ({ ...backup, id: data.length - index }))
  return useLocalList(
    { ...query, data: rows },
    {
      textOf: ({ filename, kind }) => `${filename} ${kindLabel(kind)}`,
      orders: {
        name: (a, b) => compareNames(a.filename, b.filename),
        kind: (a, b) => compareNames(kindLabel(a.kind), kindLabel(b.kind)),
        made: (a, b) => a.timestamp.localeCompare(b.timestamp),
        size: (a, b) => a.size - b.size,
      },
    },
  )
}

interface ScheduleProps {
  status: ReturnType<typeof useStatus>
  onEdit: () => void
}

function Schedule({ status: { data, error, refetch, isFetching }, onEdit }: ScheduleProps) {
  if (data) return <SchedulePanel status={data} onEdit={onEdit} />
  if (!error) return <Skeleton shape="card" className="h-11 shrink-0 md:h-24" />
  const retry = (
    <Button size="small" busy={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  )
  return (
    <Banner severity="warning" title="The schedule can’t be shown" action={retry}>
      {error.message}
    </Banner>
  )
}
