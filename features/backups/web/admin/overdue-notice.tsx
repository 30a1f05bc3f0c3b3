import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#features/accounts/people-contract.ts'
import { mayAccess } from '#kit/rules/roles.ts'
import { read } from '#kit/web/api/queries.ts'
import { useEver } from '#kit/web/browser/state.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { getBackupStatus } from '../../contract.ts'

const tenMinutes = 10 * 60_000

interface OverdueNoticeProps {
  viewer: User
  /** The current section; the backups section needs no warning here, as it shows its own. */
  section: string
  /** Rendered once it is known whether there is a warning, which would otherwise push it down later. */
  children: ReactNode
  placeholder: ReactNode
}

/** Warns super-users everywhere in Command Mode if the last good backup is too old. */
export function BelowOverdueNotice({ viewer, section, children, placeholder }: OverdueNoticeProps) {
  const { data, isLoading } = useQuery({
    ...read(getBackupStatus),
    enabled: mayAccess(viewer, 'super-user') && section !== 'backups',
    staleTime: tenMinutes,
    refetchInterval: tenMinutes,
  })
  if (!useEver(!isLoading)) return placeholder
  return (
    <>
      {data?.isOverdue && section !== 'backups' && (
        <Banner severity="warning" className="mb-5">
          <Overdue lastGood={data.lastGood} />{' '}
          <Link
            to="/admin"
            search={{ section: 'backups' }}
            className="inline-block font-semibold text-saffron-ink underline underline-offset-4"
          >
            Look at the backups
          </Link>
        </Banner>
      )}
      {children}
    </>
  )
}

/** Says when the last good backup was made. */
export function Overdue({ lastGood }: { lastGood: { timestamp: string } | null }) {
  return lastGood ? (
    <>
      The last good backup is from <Timestamp at={lastGood.timestamp} />.
    </>
  ) : (
    'There is no good backup yet.'
  )
}
