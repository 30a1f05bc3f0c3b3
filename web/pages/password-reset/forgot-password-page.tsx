import { useState } from 'react'
import { RequestResetForm } from '#web/features/account/request-reset-form.tsx'
import { Entrance, EntranceNote, entranceLink } from '#web/kit/entrance.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { Banner } from '#web/ui/banner.tsx'

export function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>()
  const words =
    answer === undefined
      ? {
          title: 'Forgot your password?',
          lead: 'It happens. Tell us your email, and we send you a link to choose a new one.',
        }
      : { title: 'Check Your Email' }
  return (
    <Entrance {...words}>
      {answer === undefined ? <RequestResetForm onSent={setAnswer} /> : <Banner>{answer}</Banner>}
      <EntranceNote>
        <Link to="/login" className={entranceLink}>
          Return to Login
        </Link>
      </EntranceNote>
    </Entrance>
  )
}
