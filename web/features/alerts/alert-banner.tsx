import type { Alert } from '#contract/alerts.ts'
import { Banner } from '#web/ui/banner.tsx'

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
