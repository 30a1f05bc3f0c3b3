import type { User } from '#contract/people.ts'
import { mayChange } from '#domain/ranks.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useResendVerification, useVerifyUser } from './use-user-writes.ts'

/** What can be done for somebody who hasn't followed the link in the mail. */
export function VerificationNotice({ viewer, user }: { viewer: User; user: User }) {
  const params = { id: String(user.id) }
  const resend = useResendVerification()
  const verify = useVerifyUser()
  return (
    <Banner severity="warning" title="This e-mail address isn’t verified" quiet>
      <p>Until it is, nobody can sign in with it.</p>
      {mayChange(viewer, user, 'isVerified') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={resend.isPending} onClick={() => resend.mutate({ params })}>
            Resend verification email
          </Button>
          <Button
            size="small"
            busy={verify.isPending}
            onClick={() => verify.mutate({ params, body: { isVerified: true } })}
          >
            Mark as verified
          </Button>
        </div>
      )}
    </Banner>
  )
}
