import { counted } from '#kit/rules/texts/counted.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { Facts, withHint } from '#kit/web/section/facts.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { Health } from '../../contract.ts'
import { ChartPanel } from './chart-panel.tsx'
import { dayLabel } from './labels.ts'

/** The server's health, for super-users. */
export function HealthPanel({ health }: { health: Health }) {
  const { lastGoodBackup, backupIsOverdue, mailsWaiting, database, disk, version, slowRequests } = health
  return (
    <>
      <Panel title="Health" lead="For super-users.">
        <Facts
          gridClass="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3"
          sections={{ 'Last good backup': 'backups', 'Emails waiting': 'email' }}
          items={{
            'Last good backup': (
              <>
                {lastGoodBackup ? <Timestamp at={lastGoodBackup.timestamp} /> : 'None yet'}{' '}
                {backupIsOverdue && <Badge tone="brick">Overdue</Badge>}
              </>
            ),
            'Emails waiting': mailsWaiting.toLocaleString('en-US'),
            Database: withHint(sizeLabel(database.bytes), database.growth && growthLabel(database.growth)),
            'Disk of the data folder': disk
              ? `${sizeLabel(disk.freeBytes)} free of ${sizeLabel(disk.totalBytes)}`
              : 'The folder can’t be read',
            Version: version,
            'Slow requests today': slowRequests
              .reduce((sum, { count }) => sum + count, 0)
              .toLocaleString('en-US'),
          }}
        />
      </Panel>
      {slowRequests.length > 0 && (
        <ChartPanel
          title="Slow requests"
          sentence="Requests of today that took over a second, by their route."
          columns={[
            ['Route', ({ route }) => route],
            ['Requests', ({ count }) => count],
            ['Longest, in ms', ({ longestMs }) => longestMs],
          ]}
          rows={slowRequests}
          file="slow-requests"
        >
          <ul role="list" className="flex flex-col gap-1">
            {slowRequests.slice(0, 5).map(({ route, count, longestMs }) => (
              <li key={route} className="flex flex-wrap justify-between gap-x-4">
                <span className="break-all">{route}</span>
                <span className="text-muted tabular-nums">
                  {counted(count, 'time')}, up to {(longestMs / 1000).toFixed(1)} s
                </span>
              </li>
            ))}
          </ul>
        </ChartPanel>
      )}
    </>
  )
}

function growthLabel({ bytes, since }: NonNullable<Health['database']['growth']>): string {
  if (bytes === 0) return `As large as on ${dayLabel(since)}`
  return `${sizeLabel(Math.abs(bytes))} ${bytes > 0 ? 'more' : 'less'} than on ${dayLabel(since)}`
}
