import type { Installation } from '#contract/configuration.ts'
import { sizeLabel } from '#web/lib/size-label.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts, Hint, Line } from './facts.tsx'

/** The maps' background: a map file, tiles or paper. */
export function MapPanel({ map: { file, tileAddress } }: { map: Installation['map'] }) {
  const about = file?.about
  return (
    <Panel
      title="Map"
      lead="Streets below the pins, from a file on this server, so that browsers contact no other service. Without it, maps show plain paper, distances and pins."
      actions={
        file?.problem ? <Badge tone="brick">Can’t be used</Badge> : <StatusBadge isOn={file !== null} />
      }
    >
      <Facts>
        {file && <Fact term="File">{file.name}</Fact>}
        {about && (
          <Fact term="Holds">
            {about.tiles === 'streets' ? 'Streets' : 'Pictures'} up to zoom {about.nearestZoom},{' '}
            {sizeLabel(about.bytes)}
          </Fact>
        )}
        {file?.problem && (
          <Fact term="Problem">
            <span className="text-brick-ink">{file.problem}</span>
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
      </Facts>
    </Panel>
  )
}
