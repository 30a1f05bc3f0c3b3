import { chatNames } from '#features/chat/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sizeLabel } from '#kit/rules/texts/size-label.ts'
import { Link } from '#kit/web/router/link.tsx'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { Installation } from '../contract.ts'
import { ConfigPanel, Fact, Hint, Line } from './config-panel.tsx'

/** Which campuses post their lunches to a chat, and whether that works. */
export function ChatPanel({ chat: { campuses, extraHosts } }: { chat: Installation['chat'] }) {
  const isFailing = campuses.some(campus => campus.lastFailure)
  return (
    <ConfigPanel
      title="Chat"
      lead="Campuses can post their lunches to Slack, Microsoft Teams or Discord. Set and test each campus’s webhook in its form."
      status={isFailing ? <Badge tone="brick">Failing</Badge> : <StatusBadge isOn={campuses.length > 0} />}
      below={
        <Link to="/admin" search={{ section: 'campuses' }} className={buttonClass()}>
          Open Campuses
        </Link>
      }
    >
      {campuses.map(campus => (
        <Fact key={campus.name} term={campus.name}>
          {chatNames[campus.kind]} at {campus.host}
          <DeliveryState {...campus} />
        </Fact>
      ))}
      {extraHosts.length > 0 && <Fact term="Other hosts">{extraHosts.join(', ')}</Fact>}
    </ConfigPanel>
  )
}

function DeliveryState({ lastFailure, lastPostedAt, waiting }: Installation['chat']['campuses'][number]) {
  return (
    <Hint>
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
    </Hint>
  )
}

/** Whether people can be notified of lunches, and how many browsers are. */
export function PushPanel({ push: { isOn, extraHosts, devices } }: { push: Installation['push'] }) {
  return (
    <ConfigPanel
      title="Notifications"
      lead={
        isOn
          ? 'People switch notifications on in their profile. They need no setup.'
          : 'PUSH is off, so nobody is notified of lunches.'
      }
      status={<StatusBadge isOn={isOn} words={['On', 'Off']} />}
    >
      <Fact term="In use">{counted(devices, 'device')}</Fact>
      {extraHosts.length > 0 && <Fact term="Other hosts">{extraHosts.join(', ')}</Fact>}
    </ConfigPanel>
  )
}

/** The maps' background: a map file, tiles or paper. */
export function MapPanel({ map: { file, tileAddress } }: { map: Installation['map'] }) {
  const about = file?.about
  return (
    <ConfigPanel
      title="Map"
      lead="Streets below the pins, from a file on this server, so that browsers contact no other service. Without it, maps show plain paper, distances and pins."
      status={
        file?.problem ? <Badge tone="brick">Can’t be used</Badge> : <StatusBadge isOn={file !== null} />
      }
    >
      {file && <Fact term="File">{file.name}</Fact>}
      {about && (
        <Fact term="Holds">
          {about.tiles === 'streets' ? 'Streets' : 'Pictures'} up to zoom {about.nearestZoom},{' '}
          {sizeLabel(about.bytes)}
        </Fact>
      )}
      {(file?.problem ?? about?.notice) && (
        <Fact term="Problem">
          <span className="text-brick-ink">{file?.problem ?? about?.notice}</span>
        </Fact>
      )}
      {tileAddress && (
        <Fact term="Tiles from">
          {tileAddress}
          <Hint>{about ? 'Not used, because there is a file.' : 'Browsers fetch them from there.'}</Hint>
        </Fact>
      )}
      {!about && (
        <Fact term="How to set it">
          <Line>MAP_PMTILES=region.pmtiles</Line>
          <Hint>
            A PMTiles file of the region in the data folder. docs/operations.md says where to get one.
          </Hint>
        </Fact>
      )}
    </ConfigPanel>
  )
}

/** Database, folders and versions. */
export function InstallationPanel({ installation }: { installation: Installation }) {
  const { appVersion, nodeVersion, database, dataFolder, publicAddress, proxyNotice } = installation
  const { engine, version, place } = database
  return (
    <ConfigPanel title="Database and versions">
      <Fact term="Database">
        {engine} {version}
        <Hint>{place}</Hint>
      </Fact>
      {engine === 'SQLite' && (
        <Fact term="Another one">
          <Line>DATABASE_URL=postgres://user:password@127.0.0.1:5432/common_table</Line>
          <Hint>PostgreSQL, which several server processes can share. It starts empty.</Hint>
        </Fact>
      )}
      <Fact term="Data folder">{dataFolder}</Fact>
      <Fact term="Public address">
        {publicAddress}
        {proxyNotice && <span className="block font-normal text-sm">{proxyNotice}</span>}
      </Fact>
      <Fact term="Application">{appVersion}</Fact>
      <Fact term="Node.js">{nodeVersion}</Fact>
    </ConfigPanel>
  )
}
