import { Settings2 } from 'lucide-react'
import { type GeocoderKind, getConfigStatus } from '#features/geocoding/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Facts } from '#kit/web/section/facts.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'

/** Which API keys are set, with a link to the configuration page. */
export function ApiConfigurationCard() {
  return (
    <Panel
      title="API Configuration Status"
      actions={
        <Link to="/config" className={buttonClass({ size: 'small' })}>
          <Settings2 />
          API configuration
        </Link>
      }
    >
      <Loaded
        queries={[read(getConfigStatus)]}
        label="Loading the API configuration"
        skeleton={<SkeletonText lines={2} />}
        failed={({ message }) => `Failed to load API configuration: ${message}`}
      >
        {({ mapboxTokenExists, geocoder, yelpKeyExists }) => (
          <Facts
            items={{
              'Mapbox token': keyState(
                mapboxTokenExists,
                mapboxTokenExists ? 'Distances are measured by road.' : 'Distances are estimated.',
              ),
              Geocoder: keyState(geocoder !== 'off', geocoders[geocoder]),
              'Yelp API key': keyState(
                yelpKeyExists,
                yelpKeyExists ? 'Restaurants can be imported.' : 'Restaurants can’t be imported from Yelp.',
              ),
            }}
          />
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

const keyState = (isSet: boolean, meaning: string) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <StatusBadge isOn={isSet} />
    <span className="font-normal text-muted">{meaning}</span>
  </span>
)
