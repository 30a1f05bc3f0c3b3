import type { GeocoderKind } from '#contract/configuration.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Fact, Facts, Hint, Line } from './facts.tsx'
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
      actions={<StatusBadge isOn={isOn} words={['On', 'Off']} />}
    >
      <Facts>
        <Fact term="Service">{names[kind]}</Fact>
        {address && <Fact term="Address">{address}</Fact>}
        <Fact term="How to change it">
          <Line>{`GEOCODER=${kind === 'census' ? 'mapbox' : 'census'}`}</Line>
          <Hint>
            mapbox needs its token; census is free, for addresses in the United States; off uses no service.
          </Hint>
        </Fact>
      </Facts>
      <ServiceTest service="geocoder" label="Try the geocoder" disabled={!isOn} />
    </Panel>
  )
}
