import type { GeocoderKind } from '#contract/configuration.ts'
import { Panel } from '#web/shared/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts, Line } from './facts.tsx'
import { ServiceTest } from './service-test.tsx'

const names: Record<GeocoderKind, string> = {
  mapbox: 'Mapbox',
  census: 'US Census Bureau, without a key',
  off: 'Off',
}

/** Which service finds the positions of addresses. */
export function GeocoderPanel({ kind, address }: { kind: GeocoderKind; address: string | null }) {
  const isOn = kind !== 'off'
  return (
    <Panel
      title="Geocoder"
      lead="Finds the positions of addresses when an administrator saves a restaurant, imports a file or recalculates distances. It isn’t used at any other time."
      actions={<Badge tone={isOn ? 'olive' : 'saffron'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <Facts>
        <Fact term="Service">{names[kind]}</Fact>
        {address && <Fact term="Address">{address}</Fact>}
        <Fact term="How to change it">
          <Line>{`GEOCODER=${kind === 'census' ? 'mapbox' : 'census'}`}</Line>
          <span className="mt-1 block font-normal text-muted text-sm">
            mapbox needs its token; census is free, for addresses in the United States; off uses no service.
          </span>
        </Fact>
      </Facts>
      <ServiceTest service="geocoder" label="Try the geocoder" disabled={!isOn} />
    </Panel>
  )
}
