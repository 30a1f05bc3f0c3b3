import { CircleUserRound, House, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { User } from '#contract/people.ts'
import { type Access, mayAccess } from '#domain/roles.ts'
import { Link } from '#web/lib/router/link.tsx'

const entries: { to: '/' | '/profile' | '/admin'; label: string; Icon: LucideIcon; access: Access }[] = [
  { to: '/', label: 'Home', Icon: House, access: 'user' },
  { to: '/profile', label: 'Profile', Icon: CircleUserRound, access: 'user' },
  { to: '/admin', label: 'Admin', Icon: SlidersHorizontal, access: 'admin' },
]

/** Navigation on phones. shell.css leaves room for it. */
export function BottomBar({ viewer }: { viewer: User }) {
  const open = entries.filter(({ access }) => mayAccess(viewer, access))
  return (
    <nav
      aria-label="Main"
      className="bottom-bar tall:fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex h-16">
        {open.map(({ to, label, Icon }) => (
          <li key={to} className="flex-1">
            <Link
              to={to}
              className="flex h-full flex-col items-center justify-center gap-0.5 font-semibold text-muted text-xs -outline-offset-4 focus-visible:-outline-offset-4 aria-[current=page]:text-terracotta-ink"
            >
              <Icon aria-hidden="true" className="size-6" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
