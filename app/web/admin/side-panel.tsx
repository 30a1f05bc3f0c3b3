import { useId } from 'react'
import type { User } from '#features/accounts/people-contract.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { formatDate, formatTime } from '#kit/rules/time/clock.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { sidePanelClass } from './admin-classes.ts'
import { type Section, sectionsFor } from './sections.ts'
import { WaitingCount } from './waiting-count.tsx'

/** Command Mode's navigation on wide screens. */
export function SidePanel({ viewer, current }: { viewer: User; current: Section }) {
  return (
    <div className={sidePanelClass}>
      <div className="border-line border-b px-5 py-3">
        <div className="flex items-center gap-2">
          <p className="font-semibold font-serif text-xl">Command Mode</p>
          <Badge tone="terracotta">4.0</Badge>
        </div>
        <AdminClock />
      </div>
      <nav
        aria-label="Command Mode"
        className="flex flex-col gap-5 px-3 py-5 pointer-fine:gap-2 pointer-fine:py-2"
      >
        {[...groupBy(sectionsFor(viewer), ({ group }) => group)].map(([label, sections]) => (
          <Group key={label} label={label} sections={sections} current={current} />
        ))}
      </nav>
    </div>
  )
}

interface GroupProps {
  label: string
  sections: readonly Section[]
  current: Section
}

function Group({ label, sections, current }: GroupProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="px-3 pb-1 font-semibold text-muted text-sm">
        {label}
      </p>
      <ul role="list" aria-labelledby={id} className="flex flex-col gap-0.5 pointer-fine:gap-0">
        {sections.map(section => (
          <li key={section.key}>
            <Link
              to="/admin"
              search={{ section: section.key }}
              aria-current={section.key === current.key ? 'page' : undefined}
              className="flex min-h-11 pointer-fine:min-h-9 items-center gap-3 rounded-sm px-3 font-semibold text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-terracotta-tint aria-[current=page]:text-terracotta-ink"
            >
              <section.Icon className="size-5 shrink-0" />
              {section.label}
              {section.key === 'inbox' && <WaitingCount />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The time in the configured time zone, with seconds. Screen readers don't announce its changes. */
function AdminClock() {
  const { timeZone } = usePublicConfig()
  const now = useNow()
  return (
    <time dateTime={now.toISOString()} className="mt-1 block text-muted text-sm tabular-nums leading-snug">
      {formatDate(now, timeZone)} ·{' '}
      <span className="whitespace-nowrap">
        <span className="font-semibold text-ink">{formatTime(now, timeZone)}</span> EST
      </span>
    </time>
  )
}
