import { useQuery } from '@tanstack/react-query'
import { getSetting } from '#features/settings/contract.ts'
import { allowedDomains, domainMessage } from '#kit/rules/addresses/email-domains.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { registrationDisabled } from '../../contract.ts'
import type { SignOnError } from '../../oidc-contract.ts'

/** Messages by the error code in the URL. No other text from a URL is ever shown as a message. */
const sentences: Record<Exclude<SignOnError, 'domain'>, (label: string) => string> = {
  cancelled: label =>
    `You didn’t finish signing in with ${label}, or your account there isn’t allowed to use this. Try again, or ask your administrator.`,
  expired: () => 'That took too long, or was started in another browser. Please try again.',
  unreachable: label => `We can’t reach ${label} right now. Please try again in a few minutes.`,
  refused: label =>
    `We couldn’t confirm who you are with ${label}. Please try again. If that doesn’t help, contact your administrator.`,
  'no-email': label =>
    `We didn’t receive your email address from ${label}. Please contact your administrator.`,
  'unverified-email': label =>
    `Your email address isn’t verified with ${label}. Verify it there, then try again. If you can’t, contact your administrator.`,
  linked: label =>
    `The account with your email address is linked to someone else with ${label}. Please contact your administrator.`,
  disabled: () => 'Your account has been disabled. Please contact your administrator.',
  unverified: () =>
    'Please verify your email address before signing in. Open the link in the mail that we sent you, or contact your administrator.',
  'registration-disabled': () => registrationDisabled,
  'too-many': () => 'Too many attempts. Please wait a few minutes, then try again.',
  trouble: () => 'Something went wrong on our side. Please try again in a moment.',
}

/** Why a sign-on failed. Renders nothing for an unknown code. */
export function SignOnProblem({ code, onDismiss }: { code: string; onDismiss: () => void }) {
  const { oidcLabel } = usePublicConfig()
  if (code === 'domain') return <DomainNotAllowed onDismiss={onDismiss} />
  if (!Object.hasOwn(sentences, code)) return null
  const sentence = sentences[code as keyof typeof sentences](oidcLabel ?? 'your organization')
  return <Problem sentence={sentence} onDismiss={onDismiss} />
}

function DomainNotAllowed({ onDismiss }: { onDismiss: () => void }) {
  const { orgEmailDomain } = usePublicConfig()
  const whitelist = useQuery(read(getSetting, { params: { key: 'domain_whitelist' } }))
  if (whitelist.isPending) return null
  const domains = allowedDomains(whitelist.data?.value ?? '', orgEmailDomain)
  return <Problem sentence={domainMessage(domains)} onDismiss={onDismiss} />
}

function Problem({ sentence, onDismiss }: { sentence: string; onDismiss: () => void }) {
  return (
    <Banner severity="danger" onDismiss={onDismiss} className="mb-5">
      {sentence}
    </Banner>
  )
}
