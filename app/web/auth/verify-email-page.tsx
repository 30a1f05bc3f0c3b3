import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, MailWarning } from 'lucide-react'
import { useEffect, useState } from 'react'
import { verifyEmail } from '#features/accounts/contract.ts'
import { formLinkTarget, reportProblemLink } from '#features/accounts/web/form-link.ts'
import { hasAsked } from '#features/accounts/web/sign-in/awaited-mail.ts'
import { ResendVerification } from '#features/accounts/web/sign-in/resend-verification.tsx'
import { verificationState } from '#features/accounts/web/sign-in/verification-state.ts'
import { useViewer, viewerQuery } from '#features/accounts/web/viewer.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Spinner } from '#kit/web/loading/spinner.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { AuthLayout, authLinkClass } from './auth-layout.tsx'

/**
 * Verifies by itself only in the browser that asked for the mail; anywhere else by a button, which a mail scanner
 * doesn't press. The query key prevents duplicate requests across renders; a second request would succeed as well.
 */
export function VerifyEmailPage() {
  const { token = '' } = useParams({ token: param.text() })
  const [isConfirmed, setConfirmed] = useState(hasAsked)
  const reply = useQuery({
    ...read(verifyEmail, { query: { token } }),
    enabled: token !== '' && isConfirmed,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const state = verificationState(token, reply)
  const queryClient = useQueryClient()
  const isVerified = reply.data !== undefined
  // The viewer was fetched in parallel, so it may still be unverified in the cache.
  useEffect(() => {
    if (isVerified) void queryClient.invalidateQueries(viewerQuery)
  }, [isVerified, queryClient])

  if (token !== '' && !isConfirmed) return <Confirmation onConfirm={() => setConfirmed(true)} />
  if (state.kind === 'loading') {
    return (
      <AuthLayout title="Verifying your email">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-6 text-terracotta" />
          One moment…
        </p>
      </AuthLayout>
    )
  }
  const { title, icon } = looks[state.kind]
  return (
    <AuthLayout
      title={title}
      lead={
        <span
          role="status"
          className="flex items-start gap-2.5 text-ink [&_svg]:mt-0.5 [&_svg]:size-5.5 [&_svg]:shrink-0"
        >
          {icon}
          {state.message}
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        {state.kind === 'success' ? (
          <BackToSignIn primary />
        ) : (
          <>
            {state.kind === 'error' && state.reason && (
              <>
                <p>{state.reason}</p>
                <Button
                  variant="primary"
                  size="large"
                  busy={reply.isFetching}
                  onClick={() => void reply.refetch()}
                >
                  Try again
                </Button>
              </>
            )}
            <ResendVerification />
            <BackToSignIn />
            <ReportProblem />
          </>
        )}
      </div>
    </AuthLayout>
  )
}

const looks = {
  success: { title: 'Email verified', icon: <CircleCheck className="text-olive-ink" /> },
  expired: { title: 'This link is too old', icon: <MailWarning className="text-saffron-ink" /> },
  error: { title: 'That didn’t work', icon: <CircleAlert className="text-brick-ink" /> },
}

function Confirmation({ onConfirm }: { onConfirm: () => void }) {
  return (
    <AuthLayout title="Confirm your email" lead="If you didn’t register, close this page.">
      <Button variant="primary" size="large" onClick={onConfirm}>
        Confirm my email
      </Button>
    </AuthLayout>
  )
}

function BackToSignIn({ primary }: { primary?: boolean }) {
  return (
    <Link
      to="/login"
      className={buttonClass(primary ? { variant: 'primary', size: 'large' } : { variant: 'quiet' })}
    >
      Back to sign-in
    </Link>
  )
}

function ReportProblem() {
  const href = reportProblemLink(usePublicConfig(), useViewer())
  return (
    <a href={href} {...formLinkTarget(href)} className={`${authLinkClass} self-center`}>
      Report a problem
    </a>
  )
}
