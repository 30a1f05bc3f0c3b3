import { addressOf } from '#contract/endpoint.ts'
import { startSignOn } from '#contract/oidc.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Goes to the sign-on provider; after sign-in the user lands on `next`. */
export function SignOnButton({ label, next }: { label: string; next: string | undefined }) {
  return (
    <a
      href={addressOf(startSignOn, { query: { next } })}
      className={buttonClass({ size: 'large', className: 'w-full' })}
    >
      <span className="wrap-anywhere text-center">Continue with {label}</span>
    </a>
  )
}
