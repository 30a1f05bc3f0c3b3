import type { User } from '#contract/people.ts'
import { DepartureBar } from '#web/features/lunches/departure-bar.tsx'
import { LunchesLive } from '#web/features/lunches/lunches-live.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { LazySuggest } from '#web/shared/suggestions/lazy-suggest.tsx'

/** Shown on every page of signed-in users. */
export function SignedIn({ viewer, path }: { viewer: User; path: string }) {
  return (
    <>
      <LazySuggest />
      {/* A new key per department, since each has its own lunches. */}
      <LunchesLive key={viewer.department} viewerId={viewer.id} />
      <DepartureBar
        viewerId={viewer.id}
        link={({ id }, content) => (
          <Link
            to="/"
            search={(before: Record<string, unknown>) => ({ ...(path === '/' && before), lunch: id })}
            className="pointer-events-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-full border border-saffron bg-saffron-tint px-4 text-[0.9375rem] text-saffron-ink shadow-floating hover:underline"
          >
            {content}
          </Link>
        )}
      />
    </>
  )
}
