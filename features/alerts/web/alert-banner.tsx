import { Banner } from '#kit/web/ui/banner.tsx'
import type { Alert } from '../contract.ts'

interface AlertBannerProps {
  alert: Pick<Alert, 'severity' | 'title' | 'message'>
  onDismiss?: () => void
}

/** One alert as it is shown. */
export function AlertBanner({ alert: { severity, title, message }, onDismiss }: AlertBannerProps) {
  return (
    <Banner quiet severity={severity} title={title} {...(onDismiss && { onDismiss })}>
      <p className="whitespace-pre-line">{message}</p>
    </Banner>
  )
}
