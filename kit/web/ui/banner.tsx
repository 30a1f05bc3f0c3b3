import { clsx } from 'clsx'
import { CircleAlert, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type BannerSeverity = 'info' | 'warning' | 'danger'

interface BannerProps {
  severity?: BannerSeverity
  title?: string
  children?: ReactNode
  onDismiss?: () => void
  action?: ReactNode
  /** Not a live region: for banners inside one, or present from the start. */
  quiet?: boolean
  className?: string
}

/** Danger interrupts a screen reader; the others wait for a pause. */
export function Banner({
  severity = 'info',
  title,
  children,
  onDismiss,
  action,
  quiet,
  className,
}: BannerProps) {
  const { Icon, word, look } = looks[severity]
  return (
    <div
      {...(!quiet && { role: severity === 'danger' ? 'alert' : 'status' })}
      className={clsx('flex items-start gap-3 rounded-md border px-4 py-3', look, className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 self-center">
        <span className="sr-only">{word}: </span>
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          onClick={onDismiss}
          className="-my-2 -mr-3 !text-current hover:!bg-transparent"
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

const looks: Record<BannerSeverity, { Icon: LucideIcon; word: string; look: string }> = {
  info: { Icon: Info, word: 'Information', look: 'border-sky/40 bg-sky-tint text-sky-ink' },
  warning: {
    Icon: TriangleAlert,
    word: 'Warning',
    look: 'border-saffron/50 bg-saffron-tint text-saffron-ink',
  },
  danger: { Icon: CircleAlert, word: 'Important', look: 'border-brick/45 bg-brick-tint text-brick-ink' },
}
