import { Download, History } from 'lucide-react'
import { addressOf } from '#kit/contract/endpoint.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { TwoLines } from '#kit/web/list/cells.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { type Backup, downloadBackup } from '../../contract.ts'
import { KindBadge } from './backup-kinds.tsx'
import { TimestampWithAge } from './timestamp-with-age.tsx'

export const backupColumns: Column<Backup, 'name' | 'kind' | 'made' | 'size'>[] = [
  { key: 'name', header: 'File', sortable: true, cell: backup => <NamedWithKind backup={backup} /> },
  {
    key: 'kind',
    header: 'Kind',
    sortable: true,
    cell: ({ kind }) => <KindBadge kind={kind} />,
    wideOnly: true,
    card: 'none',
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
    cell: ({ size, hasImages }) => (
      <TwoLines first={sizeLabel(size)} second={hasImages ? 'With images' : 'Without images'} />
    ),
    className: 'whitespace-nowrap',
  },
]

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

/** The actions besides deleting. */
export function BackupActions({ filename }: Backup) {
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
        <Download />
      </a>
      <IconButton label={`Restore ${filename}`} onClick={() => urlParams.open({ restore: filename })}>
        <History />
      </IconButton>
    </>
  )
}
