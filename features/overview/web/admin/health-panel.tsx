import type { ReactNode } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { Link } from '#kit/web/router/link.tsx'
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
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          <Fact label="Last good backup" section="backups">
            {lastGoodBackup ? <Timestamp at={lastGoodBackup.timestamp} /> : 'None yet'}{' '}
            {backupIsOverdue && <Badge tone="brick">Overdue</Badge>}
          </Fact>
          <Fact label="Emails waiting" section="email">
            {mailsWaiting.toLocaleString('en-US')}
          </Fact>
          <Fact label="Database">
            {sizeLabel(database.bytes)}
            {database.growth && (
              <span className="block text-muted text-sm">{growthLabel(database.growth)}</span>
            )}
          </Fact>
          <Fact label="Disk of the data folder">
            {disk
              ? `${sizeLabel(disk.freeBytes)} free of ${sizeLabel(disk.totalBytes)}`
              : 'The folder can’t be read'}
          </Fact>
          <Fact label="Version">{version}</Fact>
          <Fact label="Slow requests today">
            {slowRequests.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-US')}
          </Fact>
        </dl>
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

interface FactProps {
  label: string
  /** The section with more about it. */
  section?: string
  children: ReactNode
}

function Fact({ label, section, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">
        {section ? (
          <Link
            to="/admin"
            search={{ section }}
            className="inline-flex items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
