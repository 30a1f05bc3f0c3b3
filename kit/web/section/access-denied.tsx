import { ShieldAlert } from 'lucide-react'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'

/** Shown on administration pages to users who don't have the rights, or no longer do. */
export function AccessDenied({
  children = 'You need administrator privileges to access this page.',
}: {
  children?: string
}) {
  return (
    <div
      role="alert"
      className={cardClass('mx-auto my-10 flex w-full max-w-md flex-col items-center p-8 text-center')}
    >
      <ShieldAlert className="size-12 text-brick-ink" strokeWidth={1.6} />
      <h1 className="mt-4 text-2xl">Access Denied</h1>
      <p className="mt-2 text-muted">{children}</p>
      <Link to="/" className={buttonClass({ variant: 'primary', className: 'mt-6' })}>
        Back to Home
      </Link>
    </div>
  )
}
