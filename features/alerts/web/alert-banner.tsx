import { Banner } from '#kit/web/ui/banner.tsx'
import type { Alert } from '../contract.ts'

interface AlertBannerProps {
  alert: Pick<Alert, 'severity' | 'title' | 'message'>
  onDismiss?: () => void
  className?: string
}

/** One alert as it is shown. */
export function AlertBanner({ alert: { severity, title, message }, ...rest }: AlertBannerProps) {
  return (
    <Banner quiet severity={severity} title={title} {...rest}>
      <p className="whitespace-pre-line">{message}</p>
    </Banner>
  )
}
