import type { Installation } from '#contract/configuration.ts'
import { Panel } from '#web/shared/panel.tsx'
import { Fact, Facts, Hint, Line } from './facts.tsx'

/** Database, folders and versions. */
export function InstallationPanel({ installation }: { installation: Installation }) {
  const { appVersion, nodeVersion, database, dataFolder, publicAddress, proxyNotice } = installation
  const { engine, version, place } = database
  return (
    <Panel title="Database and versions">
      <Facts>
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
      </Facts>
    </Panel>
  )
}
