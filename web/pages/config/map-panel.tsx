import type { Installation } from '#contract/configuration.ts'
import { sizeLabel } from '#web/lib/size-label.ts'
import { Panel } from '#web/shared/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts, Line } from './facts.tsx'

/** The maps' background: a map file, tiles or paper. */
export function MapPanel({ map: { file, tileAddress } }: { map: Installation['map'] }) {
  const about = file?.about
  return (
    <Panel
      title="Map"
      lead="Streets below the pins, from a file on this server, so that browsers contact no other service. Without it, maps show plain paper, distances and pins."
      actions={
        file?.problem ? (
          <Badge tone="brick">Can’t be used</Badge>
        ) : (
          <Badge tone={file ? 'olive' : 'saffron'}>{file ? 'Set' : 'Not set'}</Badge>
        )
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
            <span className="block font-normal text-muted text-sm">
              {about ? 'Not used, because there is a file.' : 'Browsers fetch them from there.'}
            </span>
          </Fact>
        )}
        {!about && (
          <Fact term="How to set it">
            <Line>MAP_PMTILES=region.pmtiles</Line>
            <span className="mt-1 block font-normal text-muted text-sm">
              A PMTiles file of the region in the data folder. docs/operations.md says where to get one.
            </span>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
