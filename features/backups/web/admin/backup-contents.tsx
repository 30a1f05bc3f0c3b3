import { clsx } from 'clsx'
import type { Reply } from '#kit/contract/endpoint.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { BackupCounts, inspectBackup } from '../../contract.ts'
import { TimeAgo } from './timestamp-with-age.tsx'

type Contents = Reply<typeof inspectBackup>

/** A backup's date, its content compared with the current data, and what else restoring it does. */
export function BackupContents({ contents }: { contents: Contents }) {
  const { filename, createdAt, appVersion, counts, now, signInAgain } = contents
  const hasImages = filename.endsWith('.zip')
  return (
    <>
      <p>
        This restores everything to how it was{' '}
        <strong>
          <TimeAgo at={createdAt} />
        </strong>
        , on <Timestamp at={createdAt} />. The backup was made with version {appVersion}.
      </p>
      <CountTable counts={counts} now={now} hasImages={hasImages} />
      {signInAgain.length > 0 && <SignInAgain emails={signInAgain} />}
      <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
        <li>The current data is saved in a safety copy first, so that you can go back.</li>
        <li>You stay signed in. Everyone else has to sign in again.</li>
        {!hasImages && <li>Pictures aren’t included: existing ones stay, deleted ones aren’t restored.</li>}
      </ul>
    </>
  )
}

const shownEmails = 20

function SignInAgain({ emails }: { emails: readonly string[] }) {
  const more = emails.length - shownEmails
  return (
    <Banner
      quiet
      severity="warning"
      title={`${counted(emails.length, 'account')} that can’t sign in now could again`}
    >
      <p className="wrap-anywhere">
        {emails.slice(0, shownEmails).map(isolated).join(', ')}
        {more > 0 && ` and ${counted(more, 'other')}`}
      </p>
      <p>
        They were disabled or deleted since the backup. Their passwords, passkeys and calendar addresses work
        again; disable those who must stay out right after the restore.
      </p>
    </Banner>
  )
}

const kinds: readonly (readonly [key: keyof BackupCounts, label: string])[] = [
  ['users', 'Users'],
  ['restaurants', 'Restaurants'],
  ['ratings', 'Ratings'],
  ['favorites', 'Favorites'],
  ['campuses', 'Campuses'],
  ['departments', 'Departments'],
  ['systemAlerts', 'Alerts'],
  ['systemSettings', 'Settings'],
  ['images', 'Images'],
  ['auditLogs', 'Audit log'],
]

interface CountTableProps {
  counts: BackupCounts
  now: BackupCounts
  hasImages: boolean
}

function CountTable({ counts, now, hasImages }: CountTableProps) {
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full border-separate border-spacing-0 text-left max-sm:text-sm">
        <caption className="sr-only">Contents of the backup, compared with the current data</caption>
        <thead>
          <tr className="text-sm *:bg-sunken *:px-1 min-[22rem]:*:px-2 sm:*:px-3 *:py-1.5 *:font-semibold">
            <th scope="col">Kind</th>
            <th scope="col" className="text-right">
              In the backup
            </th>
            <th scope="col" className="text-right">
              Now
            </th>
            <th scope="col" className="text-right">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(([key, label]) => {
            const isLeftOut = key === 'images' && !hasImages
            return (
              <tr key={key} className="*:border-line *:border-t *:px-1 min-[22rem]:*:px-2 sm:*:px-3 *:py-1">
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="text-right tabular-nums">
                  {isLeftOut ? 'None' : counts[key].toLocaleString('en-US')}
                </td>
                <td className="text-right tabular-nums">{now[key].toLocaleString('en-US')}</td>
                <td className="text-right tabular-nums">
                  {isLeftOut || key === 'auditLogs' ? (
                    <span className="text-muted">Kept</span>
                  ) : (
                    <Difference value={counts[key] - now[key]} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Difference({ value }: { value: number }) {
  return (
    <span className={clsx(value === 0 ? 'text-muted' : 'font-semibold')}>
      {value === 0 ? 'Same' : `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en-US')}`}
    </span>
  )
}
