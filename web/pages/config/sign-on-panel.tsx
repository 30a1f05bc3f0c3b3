import type { Installation } from '#contract/configuration.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Fact, Facts, Hint, Line } from './facts.tsx'
import { ServiceTest } from './service-test.tsx'

/** The single sign-on provider, if any. */
export function SignOnPanel({ signOn }: { signOn: Installation['signOn'] }) {
  const { issuer, callback, passwordSignIn } = signOn
  return (
    <Panel
      title="Single sign-on"
      lead="People sign in with the account of their organization, over OpenID Connect. Without it, they have a password here."
      actions={<StatusBadge isOn={issuer !== null} />}
    >
      <Facts>
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
              Microsoft and Keycloak.
            </Hint>
          </Fact>
        )}
        <Fact term="Redirect address">
          <Line>{callback}</Line>
          <Hint>Register it at the issuer.</Hint>
        </Fact>
      </Facts>
      <ServiceTest service="oidc" label="Try single sign-on" disabled={!issuer} />
    </Panel>
  )
}
