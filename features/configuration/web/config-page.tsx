import { ArrowLeft } from 'lucide-react'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { getInstallation } from '../contract.ts'
import { ChatPanel, InstallationPanel, MapPanel, PushPanel } from './installation-panels.tsx'
import { ServicePanels } from './service-panels.tsx'

/** What this installation runs on, which external services it uses, and whether they respond. */
export function ConfigPage() {
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
          <ArrowLeft />
          Command Mode
        </Link>
      </div>
      <Loaded
        queries={[read(getConfigStatus), read(getInstallation)]}
        label="Loading the configuration"
        failed={({ message }) => `Failed to load API configuration: ${message}`}
        skeletonClass="flex flex-col gap-5"
        skeleton={['mapbox', 'geocoder', 'yelp', 'mail', 'chat', 'push', 'map'].map(name => (
          <Skeleton shape="card" key={name} className="h-56" />
        ))}
      >
        {(status, installation) => (
          <>
            <ServicePanels status={status} installation={installation} />
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
