import type { ReactNode } from 'react'
import { formatDate } from '#kit/rules/time/clock.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'

interface ItemRowProps {
  icon?: ReactNode
  name: string
  /** One line each. */
  details: readonly string[]
  /** The buttons. */
  children: ReactNode
}

/** A passkey, token or device that belongs to an account. */
export function ItemRow({ icon, name, details, children }: ItemRowProps) {
  return (
    <li className="flex items-center gap-3 py-3">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        {details.map(detail => (
          <p key={detail} className="text-muted text-sm">
            {detail}
          </p>
        ))}
      </div>
      {children}
    </li>
  )
}

/** 'Added' and 'Last used' are days by the clock of the installation. */
export function useDayOf(): (time: string) => string {
  const { timeZone } = usePublicConfig()
  return time => formatDate(new Date(time), timeZone)
}
