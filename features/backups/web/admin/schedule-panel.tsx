import { CalendarClock, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { settings } from '#features/settings/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { getBackupStatus } from '../../contract.ts'
import { Overdue } from './overdue-notice.tsx'
import { TimeAgo, TimestampWithAge } from './timestamp-with-age.tsx'

interface SchedulePanelProps {
  status: Reply<typeof getBackupStatus>
  onEdit: () => void
}

/** The schedule's last and next backups; on phones one line that opens. */
export function SchedulePanel({ status, onEdit }: SchedulePanelProps) {
  const { lastGood, lastProblem, folderProblem, isOverdue, isRestoring } = status
  const isWide = useMedia(wideScreen)
  return (
    <div className="flex shrink-0 flex-col gap-3">
      {isRestoring && <Banner title="A restore is running">Changes made while it runs may be lost.</Banner>}
      {isOverdue && (
        <Banner quiet severity="warning">
          <Overdue lastGood={lastGood} />
        </Banner>
      )}
      {folderProblem && (
        <Banner quiet severity="warning">
          {folderProblem}
        </Banner>
      )}
      {lastProblem && (
        <Banner quiet severity="warning" title="The last scheduled backup failed">
          {lastProblem.message} <Timestamp at={lastProblem.timestamp} />
        </Banner>
      )}
      <section aria-label="Scheduled backups" className={cardClass('px-5 md:py-4')}>
        {isWide ? (
          <Schedule status={status} onEdit={onEdit} />
        ) : (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm">
              <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 [details[open]_&]:rotate-180" />
              <span className="min-w-0 truncate">
                {lastGood ? (
                  <>
                    Backed up <TimeAgo at={lastGood.timestamp} />
                  </>
                ) : (
                  'No good backup yet'
                )}
              </span>
            </summary>
            <div className="pt-1 pb-4">
              <Schedule status={status} onEdit={onEdit} />
            </div>
          </details>
        )}
      </section>
    </div>
  )
}

function Schedule({ status: { lastGood, nextAt, schedule, keep }, onEdit }: SchedulePanelProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-1 sm:flex-wrap sm:gap-x-10">
        <Fact term="Last good backup">
          {lastGood ? <TimestampWithAge at={lastGood.timestamp} /> : 'None yet'}
        </Fact>
        <Fact term="Next backup">{nextAt ? <Next at={nextAt} /> : 'Never'}</Fact>
        <Fact term="Schedule">
          {settings.backup_schedule.input.choices[schedule]}
          <span className="block text-muted text-sm">
            The last {keep === 1 ? 'one' : keep.toLocaleString('en-US')} and one a week for two months are
            kept
          </span>
        </Fact>
      </dl>
      <Button size="small" icon={<CalendarClock aria-hidden="true" />} onClick={onEdit}>
        Change schedule
      </Button>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="last:col-span-2 sm:min-w-40">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="mt-0.5 font-semibold [&_.text-muted]:font-normal">{children}</dd>
    </div>
  )
}

function Next({ at }: { at: string }) {
  return new Date(at) <= useNow() ? 'Any moment now' : <TimestampWithAge at={at} />
}
