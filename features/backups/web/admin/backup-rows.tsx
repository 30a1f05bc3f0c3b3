import { Download, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressOf } from '#kit/contract/endpoint.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { type Backup, downloadBackup } from '../../contract.ts'
import { KindBadge } from './backup-kinds.tsx'
import { TimestampWithAge } from './timestamp-with-age.tsx'

export const backupColumns: Column<Backup>[] = [
  { key: 'name', header: 'File', sortable: true, cell: backup => <NamedWithKind backup={backup} /> },
  {
    key: 'kind',
    header: 'Kind',
    sortable: true,
    cell: ({ kind }) => <KindBadge kind={kind} />,
    wideOnly: true,
  },
  {
    key: 'made',
    header: 'Made',
    sortable: true,
    cell: ({ timestamp }) => <TimestampWithAge at={timestamp} />,
  },
  {
    key: 'size',
    header: 'Size',
    sortable: true,
    align: 'right',
    cell: backup => <Size backup={backup} />,
  },
]

/** A backup as shown below 1024 px. */
export function BackupCard({ backup, actions }: { backup: Backup; actions: ReactNode }) {
  return (
    <Card className="p-4 pb-2">
      <Named backup={backup} />
      <div className="mt-3 flex items-end justify-between gap-4">
        <span>
          <TimestampWithAge at={backup.timestamp} />
        </span>
        <span className="text-right">
          <Size backup={backup} />
        </span>
      </div>
      <div className="mt-2 flex items-center justify-between gap-2">
        <KindBadge kind={backup.kind} />
        {actions}
      </div>
    </Card>
  )
}

/** Shows the kind below the name where there is no room for a column of kinds. */
function NamedWithKind({ backup }: { backup: Backup }) {
  return (
    <div className="min-w-36">
      <Named backup={backup} />
      <span className="mt-1 block xl:hidden">
        <KindBadge kind={backup.kind} />
      </span>
    </div>
  )
}

function Named({ backup: { filename, kind, isReadable } }: { backup: Backup }) {
  return (
    <>
      <span className="wrap-break-word block font-semibold">{filename}</span>
      {kind === 'safety' && (
        <span className="block font-normal text-muted text-sm">Saved before a restore or a bulk delete</span>
      )}
      {isReadable === false && (
        <span className="block font-normal text-sm">
          Can’t be read: it must belong to the user that the server runs as
        </span>
      )}
    </>
  )
}

function Size({ backup: { size, hasImages } }: { backup: Backup }) {
  return (
    <>
      <span className="block whitespace-nowrap">{sizeLabel(size)}</span>
      <span className="block whitespace-nowrap text-muted text-sm">
        {hasImages ? 'With images' : 'Without images'}
      </span>
    </>
  )
}

/** The actions besides deleting. */
export function BackupActions({ backup: { filename }, restore }: { backup: Backup; restore: () => void }) {
  const label = `Download ${filename}`
  return (
    <>
      <a
        href={addressOf(downloadBackup, { params: { filename } })}
        download={filename}
        aria-label={label}
        title={label}
        className={buttonClass({ variant: 'quiet', className: '!px-0 size-11 shrink-0 [&_svg]:!size-5' })}
      >
        <Download aria-hidden="true" />
      </a>
      <IconButton label={`Restore ${filename}`} onClick={restore}>
        <History />
      </IconButton>
    </>
  )
}
