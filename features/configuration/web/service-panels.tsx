import type { GeocoderKind } from '#kit/contract/config-status.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { StatusBadge } from '#kit/web/section/status-badge.tsx'
import type { Installation, Integration } from '../contract.ts'
import { ConfigPanel, Fact, Hint, Line, ServiceTest } from './config-panel.tsx'

interface KeyPanelProps {
  service: Integration
  title: string
  purpose: string
  keyName: string
  /** null: the key isn't set. */
  keyLength: number | null
  address: string
  /** The line for the environment file that sets the key. */
  line: string
  source: string
}

/** A service that needs a key: whether it is set, how to set it, and whether the service works. */
export function KeyPanel(props: KeyPanelProps) {
  const { service, title, purpose, keyName, keyLength, address, line, source } = props
  const isSet = keyLength !== null
  return (
    <ConfigPanel
      title={title}
      lead={purpose}
      status={<StatusBadge isOn={isSet} />}
      below={<ServiceTest service={service} label={`Try ${title}`} disabled={!isSet} />}
    >
      <Fact term={keyName}>{isSet ? `Set, ${counted(keyLength, 'character')}` : 'Not set'}</Fact>
      <Fact term="Address">{address}</Fact>
      {!isSet && (
        <Fact term="How to set it">
          <Line>{line}</Line>
          <Hint>{source}</Hint>
        </Fact>
      )}
    </ConfigPanel>
  )
}

const geocoderNames: Record<GeocoderKind, string> = {
  mapbox: 'Mapbox',
  census: 'US Census Bureau, without a key',
  off: 'Off',
}

/** Which service finds the positions of addresses. */
export function GeocoderPanel({ kind, address }: { kind: GeocoderKind; address: string | null }) {
  const isOn = kind !== 'off'
  return (
    <ConfigPanel
      title="Geocoder"
      lead="Finds the positions of addresses when an administrator saves a restaurant, imports a file or recalculates distances. It isn’t used at any other time."
      status={<StatusBadge isOn={isOn} words={['On', 'Off']} />}
      below={<ServiceTest service="geocoder" label="Try the geocoder" disabled={!isOn} />}
    >
      <Fact term="Service">{geocoderNames[kind]}</Fact>
      {address && <Fact term="Address">{address}</Fact>}
      <Fact term="How to change it">
        <Line>{`GEOCODER=${kind === 'census' ? 'mapbox' : 'census'}`}</Line>
        <Hint>
          mapbox needs its token; census is free, for addresses in the United States; off uses no service.
        </Hint>
      </Fact>
    </ConfigPanel>
  )
}

/** The single sign-on provider, if any. */
export function SignOnPanel({
  signOn: { issuer, callback, passwordSignIn },
}: {
  signOn: Installation['signOn']
}) {
  return (
    <ConfigPanel
      title="Single sign-on"
      lead="People sign in with the account of their organization, over OpenID Connect. Without it, they have a password here."
      status={<StatusBadge isOn={issuer !== null} />}
      below={<ServiceTest service="oidc" label="Try single sign-on" disabled={!issuer} />}
    >
      {issuer ? (
        <>
          <Fact term="Issuer">{issuer.address}</Fact>
          <Fact term="Button">Continue with {issuer.label}</Fact>
          <Fact term="Addresses">
            {issuer.trustsEmail
              ? 'Trusted where the issuer doesn’t say whether they are verified'
              : 'Only those that the issuer calls verified'}
          </Fact>
          <Fact term="Passwords">{passwordSignIn ? 'On' : 'Off, except for the primary admin'}</Fact>
        </>
      ) : (
        <Fact term="How to set it">
          <Line>OIDC_ISSUER=https://accounts.example.org</Line>
          <Hint>
            With OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. docs/single-sign-on.md has guides for Google,
            Microsoft, Keycloak and authentik.
          </Hint>
        </Fact>
      )}
      <Fact term="Redirect address">
        <Line>{callback}</Line>
        <Hint>Register it at the issuer.</Hint>
      </Fact>
    </ConfigPanel>
  )
}

/** How this installation sends email. */
export function MailPanel({
  mail: { way, from, folder, host, port, signsIn },
}: {
  mail: Installation['mail']
}) {
  const isSet = way === 'smtp'
  return (
    <ConfigPanel
      title="Mail"
      lead="Sends verification links and notices. Without a mail server, each mail is only written to a file."
      status={<StatusBadge isOn={isSet} />}
      below={<ServiceTest service="mail" label={isSet ? 'Try the mail server' : 'Try the outbox'} />}
    >
      {isSet ? (
        <Fact term="Mail server">
          {host}, port {port}
          {signsIn ? ', with user name and password' : ', without sign-in'}
        </Fact>
      ) : (
        <Fact term="Outbox">{folder}</Fact>
      )}
      <Fact term="Sender">{from}</Fact>
      {!isSet && (
        <Fact term="How to set it">
          <Line>SMTP_URL=smtp://user:password@mail.example.org:587</Line>
        </Fact>
      )}
    </ConfigPanel>
  )
}
