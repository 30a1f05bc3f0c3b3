import { useEffect } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { BelowOverdueNotice } from '#features/backups/web/admin/overdue-notice.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { AccessDenied } from '#kit/web/section/access-denied.tsx'
import { AdminBar } from './admin-bar.tsx'
import { adminLayoutClass, sectionClass } from './admin-classes.ts'
import { SectionSkeleton } from './section-skeleton.tsx'
import { sectionIn } from './sections.ts'
import { SidePanel } from './side-panel.tsx'

/** Command Mode is one page; the URL names the section. */
export function AdminPage() {
  const viewer = useSignedIn()
  const { section: asked } = useParams({ section: param.text() })
  const section = sectionIn(asked, viewer)
  const { appName } = usePublicConfig()
  // Errors appear where the section is rendered.
  useEffect(() => void section?.Page.load().catch(() => undefined), [section])
  useEffect(() => {
    if (section) document.title = `${section.label} · Command Mode · ${appName}`
  }, [section, appName])
  if (!section) return <AccessDenied />
  return (
    <div className={adminLayoutClass}>
      <SidePanel viewer={viewer} current={section} />
      <div className={sectionClass}>
        <BelowOverdueNotice
          viewer={viewer}
          section={section.key}
          placeholder={<SectionSkeleton title={section.label} />}
        >
          <section.Page title={section.label} />
        </BelowOverdueNotice>
      </div>
      <AdminBar viewer={viewer} current={section} />
    </div>
  )
}
