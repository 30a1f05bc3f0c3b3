import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import { combineQueries } from '#kit/web/api/combine-queries.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { getInstallation } from '../contract.ts'
import { ChatPanel, InstallationPanel, MapPanel, PushPanel } from './installation-panels.tsx'
import { GeocoderPanel, KeyPanel, MailPanel, SignOnPanel } from './service-panels.tsx'

/** What this installation runs on, which external services it uses, and whether they respond. */
export function ConfigPage() {
  const query = combineQueries({
    status: useQuery(read(getConfigStatus)),
    installation: useQuery(read(getInstallation)),
  })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="mr-auto">
          <h1>API configuration</h1>
          <p className="mt-1 max-w-prose text-muted">
            These settings are environment variables of the server, or lines of its .env file. Changes apply
            at the next start.
          </p>
        </div>
        <Link to="/admin" search={{ section: 'distances' }} className={buttonClass()}>
          <ArrowLeft aria-hidden="true" />
          Command Mode
        </Link>
      </div>
      <Loaded
        query={query}
        label="Loading the configuration"
        failed={message => `Failed to load API configuration: ${message}`}
        skeletonClass="flex flex-col gap-5"
        skeleton={['mapbox', 'geocoder', 'yelp', 'mail', 'chat', 'push', 'map'].map(name => (
          <Skeleton shape="card" key={name} className="h-56" />
        ))}
      >
        {({ status, installation }) => (
          <>
            <KeyPanel
              service="mapbox"
              title="Mapbox"
              purpose="Measures distance and travel time by road. Without it, distances are straight-line estimates."
              keyName="Token"
              keyLength={status.mapboxTokenExists ? status.mapboxTokenLength : null}
              address={installation.mapboxAddress}
              line="MAPBOX_TOKEN=pk.your-token"
              source="A token comes with an account at mapbox.com. The account needs permanent geocoding, since found positions are stored."
            />
            <GeocoderPanel kind={status.geocoder} address={installation.geocoderAddress} />
            <KeyPanel
              service="yelp"
              title="Yelp"
              purpose="Finds restaurants around a campus to import. Without it, they come from CSV files or are typed in."
              keyName="API key"
              keyLength={status.yelpKeyExists ? status.yelpKeyLength : null}
              address={installation.yelpAddress}
              line="YELP_API_KEY=your-key"
              source="A key for the Fusion API comes with an account for developers at yelp.com."
            />
            <SignOnPanel signOn={installation.signOn} />
            <MailPanel mail={installation.mail} />
            <ChatPanel chat={installation.chat} />
            <PushPanel push={installation.push} />
            <MapPanel map={installation.map} />
            <InstallationPanel installation={installation} />
          </>
        )}
      </Loaded>
    </div>
  )
}
