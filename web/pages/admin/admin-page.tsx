import { Suspense, useEffect } from 'react'
import { useSignedIn } from '#web/api/viewer.ts'
import { AccessDenied } from '#web/kit/access-denied.tsx'
import { useSearchParams } from '#web/lib/search-params.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AdminBar } from './admin-bar.tsx'
import { BelowOverdueNotice } from './backups/overdue-notice.tsx'
import { sectionIn } from './sections.ts'
import { SidePanel } from './side-panel.tsx'

/** Command Mode: one page; the address names the section. */
export function AdminPage() {
  const viewer = useSignedIn()
  const section = sectionIn(useSearchParams().search, viewer)
  useEffect(() => section?.preload(), [section])
  if (!section) return <AccessDenied />
  return (
    <div className="flex flex-1">
      <SidePanel viewer={viewer} current={section} />
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-5 pb-6 md:px-6 lg:px-8">
        <BelowOverdueNotice viewer={viewer} section={section.key}>
          <Suspense key={section.key} fallback={<PageSpinner />}>
            <section.Page />
          </Suspense>
        </BelowOverdueNotice>
      </div>
      <AdminBar viewer={viewer} current={section} />
    </div>
  )
}
