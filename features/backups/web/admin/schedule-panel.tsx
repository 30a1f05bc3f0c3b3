import { CalendarClock, ChevronDown } from 'lucide-react'
import { settings } from '#features/settings/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { Facts, withHint } from '#kit/web/section/facts.tsx'
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
              <ChevronDown className="size-4.5 shrink-0 [details[open]_&]:rotate-180" />
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
      <Facts
        gridClass="grid grid-cols-2 gap-4 *:last:col-span-2 sm:flex sm:flex-1 sm:flex-wrap sm:gap-x-10 sm:*:min-w-40"
        items={{
          'Last good backup': lastGood ? <TimestampWithAge at={lastGood.timestamp} /> : 'None yet',
          'Next backup': nextAt ? <Next at={nextAt} /> : 'Never',
          Schedule: withHint(
            settings.backup_schedule.input.choices[schedule],
            `The last ${keep === 1 ? 'one' : keep.toLocaleString('en-US')} and one a week for two months are kept`,
          ),
        }}
      />
      <Button size="small" icon={<CalendarClock />} onClick={onEdit}>
        Change schedule
      </Button>
    </div>
  )
}

function Next({ at }: { at: string }) {
  return new Date(at) <= useNow() ? 'Any moment now' : <TimestampWithAge at={at} />
}
