import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { type GeocoderKind, getConfigStatus } from '#kit/contract/config-status.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'

/** Which API keys are set, with a link to the configuration page. */
export function ApiConfigurationCard() {
  const query = useQuery(read(getConfigStatus))
  return (
    <Panel
      title="API Configuration Status"
      actions={
        <Link to="/config" className={buttonClass({ size: 'small' })}>
          <Settings2 aria-hidden="true" />
          API configuration
        </Link>
      }
    >
      <Loaded
        query={query}
        label="Loading the API configuration"
        skeleton={<SkeletonText lines={2} />}
        failed={message => `Failed to load API configuration: ${message}`}
      >
        {({ mapboxTokenExists, geocoder, yelpKeyExists }) => (
          <dl className="flex flex-col gap-3">
            <Key name="Mapbox token" isSet={mapboxTokenExists}>
              {mapboxTokenExists ? 'Distances are measured by road.' : 'Distances are estimated.'}
            </Key>
            <Key name="Geocoder" isSet={geocoder !== 'off'}>
              {geocoders[geocoder]}
            </Key>
            <Key name="Yelp API key" isSet={yelpKeyExists}>
              {yelpKeyExists ? 'Restaurants can be imported.' : 'Restaurants can’t be imported from Yelp.'}
            </Key>
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}

const geocoders: Record<GeocoderKind, string> = {
  mapbox: 'Addresses are located by Mapbox.',
  census: 'Addresses are located by the US Census Bureau, without a key.',
  off: 'Addresses are not located.',
}

function Key({ name, isSet, children }: { name: string; isSet: boolean; children: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <dt className="w-32 font-semibold">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge isOn={isSet} />
        <span className="text-muted">{children}</span>
      </dd>
    </div>
  )
}
