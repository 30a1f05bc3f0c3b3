import { chatNames } from '#features/chat/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Facts, withHint } from '#kit/web/section/facts.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { Installation } from '../contract.ts'
import { Line } from './service-panels.tsx'

/** Which campuses post their lunches to a chat, and whether that works. */
export function ChatPanel({ chat: { campuses, extraHosts } }: { chat: Installation['chat'] }) {
  const isFailing = campuses.some(campus => campus.lastFailure)
  return (
    <Panel
      title="Chat"
      lead="Campuses can post their lunches to Slack, Microsoft Teams or Discord. Set and test each campus’s webhook in its form."
      actions={isFailing ? <Badge tone="brick">Failing</Badge> : <StatusBadge isOn={campuses.length > 0} />}
    >
      <Facts
        items={{
          ...Object.fromEntries(
            campuses.map(campus => [campus.name, <ChatOf key={campus.name} {...campus} />]),
          ),
          'Other hosts': extraHosts.join(', '),
        }}
      />
      <Link to="/admin" search={{ section: 'campuses' }} className={buttonClass({ className: 'mt-5' })}>
        Open Campuses
      </Link>
    </Panel>
  )
}

function ChatOf({
  kind,
  host,
  lastFailure,
  lastPostedAt,
  waiting,
}: Installation['chat']['campuses'][number]) {
  return withHint(
    `${chatNames[kind]} at ${host}`,
    <>
      {lastFailure ? (
        <span className="text-brick-ink">
          {lastFailure.message} · <Timestamp at={lastFailure.at} />
        </span>
      ) : lastPostedAt ? (
        <>
          Last post: <Timestamp at={lastPostedAt} />
        </>
      ) : (
        'Nothing was posted yet'
      )}
      {waiting > 0 && ` · ${counted(waiting, 'line')} waiting`}
    </>,
  )
}

/** Whether people can be notified of lunches, and how many browsers are. */
export function PushPanel({ push: { isOn, extraHosts, devices } }: { push: Installation['push'] }) {
  return (
    <Panel
      title="Notifications"
      lead={
        isOn
          ? 'People switch notifications on in their profile. They need no setup.'
          : 'PUSH is off, so nobody is notified of lunches.'
      }
      actions={<StatusBadge isOn={isOn} words={['On', 'Off']} />}
    >
      <Facts items={{ 'In use': counted(devices, 'device'), 'Other hosts': extraHosts.join(', ') }} />
    </Panel>
  )
}

/** The maps' background: a map file, tiles or paper. */
export function MapPanel({ map: { file, tileAddress } }: { map: Installation['map'] }) {
  const about = file?.about
  const problem = file?.problem ?? about?.notice
  return (
    <Panel
      title="Map"
      lead="Streets below the pins, from a file on this server, so that browsers contact no other service. Without it, maps show plain paper, distances and pins."
      actions={
        file?.problem ? <Badge tone="brick">Can’t be used</Badge> : <StatusBadge isOn={file !== null} />
      }
    >
      <Facts
        items={{
          File: file?.name,
          Holds:
            about &&
            `${about.tiles === 'streets' ? 'Streets' : 'Pictures'} up to zoom ${about.nearestZoom}, ${sizeLabel(about.bytes)}`,
          Problem: problem && <span className="text-brick-ink">{problem}</span>,
          'Tiles from':
            tileAddress &&
            withHint(
              tileAddress,
              about ? 'Not used, because there is a file.' : 'Browsers fetch them from there.',
            ),
          'How to set it': !about && (
            <Line hint="A PMTiles file of the region in the data folder. docs/operations.md says where to get one.">
              MAP_PMTILES=region.pmtiles
            </Line>
          ),
        }}
      />
    </Panel>
  )
}

/** Database, folders and versions. */
export function InstallationPanel({ installation }: { installation: Installation }) {
  const { appVersion, nodeVersion, database, dataFolder, publicAddress, proxyNotice } = installation
  const { engine, version, place } = database
  return (
    <Panel title="Database and versions">
      <Facts
        items={{
          Database: withHint(`${engine} ${version}`, place),
          'Another one': engine === 'SQLite' && (
            <Line hint="PostgreSQL, which several server processes can share. It starts empty.">
              DATABASE_URL=postgres://user:password@127.0.0.1:5432/common_table
            </Line>
          ),
          'Data folder': dataFolder,
          'Public address': withHint(
            publicAddress,
            proxyNotice && <span className="text-ink">{proxyNotice}</span>,
          ),
          Application: appVersion,
          'Node.js': nodeVersion,
        }}
      />
    </Panel>
  )
}
