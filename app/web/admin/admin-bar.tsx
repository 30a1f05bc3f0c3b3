import { clsx } from 'clsx'
import { House, type LucideIcon, Menu as MenuIcon } from 'lucide-react'
import type { User } from '#features/accounts/people-contract.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { LazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { adminBarClass, adminBarRowClass } from './admin-classes.ts'
import { type Section, sectionsFor } from './sections.ts'
import { WaitingCount } from './waiting-count.tsx'

/** Command Mode's navigation on phones. */
export function AdminBar({ viewer, current }: { viewer: User; current: Section }) {
  const sections = sectionsFor(viewer)
  const inBar = sections.filter(section => section.inBar).toSorted((a, b) => (a.inBar ?? 0) - (b.inBar ?? 0))
  const others = sections.filter(section => !section.inBar)
  return (
    <nav aria-label="Command Mode" className={adminBarClass}>
      <ul role="list" className={adminBarRowClass}>
        <li className="min-w-0 flex-1">
          <Link to="/" className={entryClass}>
            <Entry Icon={House} label="Home" />
          </Link>
        </li>
        {inBar.map(({ key, label, Icon }) => (
          <li key={key} className="min-w-0 flex-1">
            <Link
              to="/admin"
              search={{ section: key }}
              aria-current={key === current.key ? 'page' : undefined}
              className={entryClass}
            >
              <Entry Icon={Icon} label={label} />
            </Link>
          </li>
        ))}
        {others.length > 0 && (
          <li className="min-w-0 flex-1">
            <More sections={others} current={current} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function More({ sections, current }: { sections: readonly Section[]; current: Section }) {
  const isHere = !current.inBar
  return (
    <LazyMenu
      trigger={
        <button type="button" className={clsx(entryClass, isHere && '!text-terracotta-ink')}>
          <Entry Icon={MenuIcon} label="More" />
          <span className="sr-only">: other sections</span>
        </button>
      }
    >
      {({ MenuGroup, MenuLink }) =>
        [...groupBy(sections, ({ group }) => group)].map(([group, members]) => (
          <MenuGroup key={group} label={group}>
            {members.map(({ key, label, Icon }) => (
              <MenuLink key={key}>
                <Link
                  to="/admin"
                  search={{ section: key }}
                  aria-current={key === current.key ? 'page' : undefined}
                  className="aria-[current=page]:!text-terracotta-ink"
                >
                  <Icon />
                  {label}
                  {key === 'inbox' && <WaitingCount />}
                </Link>
              </MenuLink>
            ))}
          </MenuGroup>
        ))
      }
    </LazyMenu>
  )
}

function Entry({ Icon, label }: { Icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon className="size-6" />
      <span className="max-w-full truncate">{label}</span>
    </>
  )
}

const entryClass =
  'flex h-full w-full flex-col items-center justify-center gap-0.5 px-1 font-semibold text-muted text-xs -outline-offset-4 focus-visible:-outline-offset-4 aria-[current=page]:text-terracotta-ink'
