import type { ComponentProps } from 'react'
import type { GeocoderKind, getConfigStatus } from '#features/geocoding/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ConnectionTest } from '#kit/web/section/connection-test.tsx'
import { Facts, withHint } from '#kit/web/section/facts.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import { type Installation, type Integration, testService } from '../contract.ts'

interface ServicePanelsProps {
  status: Reply<typeof getConfigStatus>
  installation: Installation
}

/** The services that this installation may use: whether each is set up, how, and whether it works. */
export function ServicePanels({ status, installation }: ServicePanelsProps) {
  const { mapboxTokenExists, mapboxTokenLength, yelpKeyExists, yelpKeyLength, geocoder } = status
  const { issuer, callback, passwordSignIn } = installation.signOn
  const { way, from, folder, host, port, signsIn } = installation.mail
  const hasMailServer = way === 'smtp'
  return (
    <>
      <ServicePanel
        service="mapbox"
        title="Mapbox"
        lead="Measures distance and travel time by road. Without it, distances are straight-line estimates."
        isOn={mapboxTokenExists}
        facts={{
          Token: keyLabel(mapboxTokenExists, mapboxTokenLength),
          Address: installation.mapboxAddress,
          'How to set it': !mapboxTokenExists && (
            <Line hint="A token comes with an account at mapbox.com. The account needs permanent geocoding, since found positions are stored.">
              MAPBOX_TOKEN=pk.your-token
            </Line>
          ),
        }}
      />
      <ServicePanel
        service="geocoder"
        title="Geocoder"
        lead="Finds the positions of addresses when an administrator saves a restaurant, imports a file or recalculates distances. It isn’t used at any other time."
        isOn={geocoder !== 'off'}
        words={['On', 'Off']}
        testLabel="Try the geocoder"
        facts={{
          Service: geocoderNames[geocoder],
          Address: installation.geocoderAddress,
          'How to change it': (
            <Line hint="mapbox needs its token; census is free, for addresses in the United States; off uses no service.">
              {`GEOCODER=${geocoder === 'census' ? 'mapbox' : 'census'}`}
            </Line>
          ),
        }}
      />
      <ServicePanel
        service="yelp"
        title="Yelp"
        lead="Finds restaurants around a campus to import. Without it, they come from CSV files or are typed in."
        isOn={yelpKeyExists}
        facts={{
          'API key': keyLabel(yelpKeyExists, yelpKeyLength),
          Address: installation.yelpAddress,
          'How to set it': !yelpKeyExists && (
            <Line hint="A key for the Fusion API comes with an account for developers at yelp.com.">
              YELP_API_KEY=your-key
            </Line>
          ),
        }}
      />
      <ServicePanel
        service="oidc"
        title="Single sign-on"
        lead="People sign in with the account of their organization, over OpenID Connect. Without it, they have a password here."
        isOn={issuer !== null}
        testLabel="Try single sign-on"
        facts={{
          Issuer: issuer?.address,
          Button: issuer && `Continue with ${issuer.label}`,
          Addresses:
            issuer &&
            (issuer.trustsEmail
              ? 'Trusted where the issuer doesn’t say whether they are verified'
              : 'Only those that the issuer calls verified'),
          Passwords: issuer && (passwordSignIn ? 'On' : 'Off, except for the primary admin'),
          'How to set it': !issuer && (
            <Line hint="With OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. docs/single-sign-on.md has guides for Google, Microsoft, Keycloak and authentik.">
              OIDC_ISSUER=https://accounts.example.org
            </Line>
          ),
          'Redirect address': <Line hint="Register it at the issuer.">{callback}</Line>,
        }}
      />
      <ServicePanel
        service="mail"
        title="Mail"
        lead="Sends verification links and notices. Without a mail server, each mail is only written to a file."
        isOn={hasMailServer}
        testLabel={hasMailServer ? 'Try the mail server' : 'Try the outbox'}
        mayTest
        facts={{
          'Mail server':
            hasMailServer &&
            `${host}, port ${port}, ${signsIn ? 'with user name and password' : 'without sign-in'}`,
          Outbox: !hasMailServer && folder,
          Sender: from,
          'How to set it': !hasMailServer && <Line>SMTP_URL=smtp://user:password@mail.example.org:587</Line>,
        }}
      />
    </>
  )
}

const keyLabel = (isSet: boolean, length: number) =>
  isSet ? `Set, ${counted(length, 'character')}` : 'Not set'

const geocoderNames: Record<GeocoderKind, string> = {
  mapbox: 'Mapbox',
  census: 'US Census Bureau, without a key',
  off: 'Off',
}

interface ServicePanelProps extends ComponentProps<typeof StatusBadge> {
  service: Integration
  title: string
  lead: string
  facts: ComponentProps<typeof Facts>['items']
  testLabel?: string
  mayTest?: boolean
}

function ServicePanel(props: ServicePanelProps) {
  const { service, title, lead, facts, testLabel = `Try ${title}`, mayTest, ...status } = props
  const test = useWrite(testService, { touches: [] })
  return (
    <Panel title={title} lead={lead} actions={<StatusBadge {...status} />}>
      <Facts items={facts} />
      <div className="mt-5">
        <ConnectionTest
          label={testLabel}
          test={test}
          disabled={!(mayTest ?? status.isOn)}
          onTest={() => test.mutate({ params: { service } })}
        />
      </div>
    </Panel>
  )
}

/** A line for the environment file, easy to copy as a whole. */
export function Line({ hint, children }: { hint?: string; children: string }) {
  const line = (
    <code className="inline-block select-all rounded-sm bg-sunken px-2 py-0.5 text-sm">{children}</code>
  )
  return withHint(line, hint)
}
