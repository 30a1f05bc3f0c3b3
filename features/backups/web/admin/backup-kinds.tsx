import { Clock, Hand, LifeBuoy, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '#kit/web/ui/badge.tsx'
import type { Backup, BackupKind } from '../../contract.ts'

/** Says who or what made a backup. */
export function KindBadge({ kind }: Pick<Backup, 'kind'>) {
  const { label, tone, icon } = looks[kind]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export const kindLabel = (kind: BackupKind) => looks[kind].label

const looks: Record<BackupKind, { label: string; tone: BadgeTone; icon: ReactNode }> = {
  backup: { label: 'By hand', tone: 'neutral', icon: <Hand /> },
  scheduled: { label: 'Scheduled', tone: 'olive', icon: <Clock /> },
  safety: { label: 'Safety copy', tone: 'saffron', icon: <LifeBuoy /> },
  uploaded: { label: 'Uploaded', tone: 'sky', icon: <Upload /> },
}
