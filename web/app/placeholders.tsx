import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import {
  DetailsSkeleton,
  NameSkeleton,
  PictureSkeleton,
} from '#web/features/restaurants/details-skeleton.tsx'
import type { Page } from '#web/lib/router/router.ts'
import {
  adminBarClass,
  adminBarRowClass,
  adminLayoutClass,
  sectionClass,
  sidePanelClass,
} from '#web/pages/admin/admin-classes.ts'
import { SectionSkeleton } from '#web/pages/admin/section-skeleton.tsx'
import { CampusSkeleton, ChooserSkeleton, HomeHeading } from '#web/pages/home/home-skeleton.tsx'
import { signInTexts } from '#web/pages/sign-in/sign-in-texts.ts'
import { AuthLayout } from '#web/shared/auth-layout.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import {
  asideClass,
  bodyClass,
  columnsClass,
  panelClass,
  scrimClass,
  titleBarClass,
} from '#web/ui/dialog-classes.ts'
import { Logo } from '#web/ui/logo.tsx'
import { frameClass, headerClass, headerColumnClass, homeLinkClass, mainClass } from './frame-classes.ts'

/*
 * Painted before a page's scripts have loaded: the page as it looks without any data, with everything where it will
 * stay. Rendered when the application is built (scripts/build/placeholders.ts); web/boot.ts chooses one.
 */
/**
 * Widens the largest text. The fallback font is a little narrower than the real one, and the real text must
 * not be larger than its placeholder, or it would count as the largest contentful paint.
 */
const enSpace = '\u2002'

const home = (
  <Frame>
    <HomeHeading />
    <ChooserSkeleton />
    <CampusSkeleton />
  </Frame>
)

const pages: Record<string, ReactNode> = {
  '/login': (
    <Frame layout="auth" end={<span className={buttonClass({ className: 'shrink-0' })}>Login</span>}>
      <AuthLayout title={signInTexts.title} lead={signInTexts.lead + enSpace}>
        {null}
      </AuthLayout>
    </Frame>
  ),
  '/': home,
  details: (
    <>
      {home}
      <div className={scrimClass} />
      <div className={clsx('dialog-placeholder', panelClass(true))}>
        <div className={titleBarClass}>
          <h2>
            <NameSkeleton />
          </h2>
        </div>
        <div className={columnsClass(true)}>
          <div className={asideClass}>
            <PictureSkeleton />
          </div>
          <div className={bodyClass(true, false)}>
            <DetailsSkeleton />
          </div>
        </div>
      </div>
    </>
  ),
  '/admin': <AdminPlaceholder title={`Restaurants${enSpace}`} />,
  'any section': <AdminPlaceholder title={enSpace} />,
}

/** Inert: it can't be used, and screen readers ignore it. The first page that is rendered replaces it. */
export const placeholders: [page: string, html: string][] = Object.entries(pages).map(([page, content]) => [
  page,
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <div inert>{content}</div>
    </QueryClientProvider>,
  ),
])

function AdminPlaceholder({ title }: { title: string }) {
  return (
    <Frame layout="admin">
      <div className={adminLayoutClass}>
        <div className={sidePanelClass} />
        <div className={sectionClass}>
          <SectionSkeleton title={title} />
        </div>
        <div className={adminBarClass}>
          <div className={adminBarRowClass} />
        </div>
      </div>
    </Frame>
  )
}

interface FrameProps {
  layout?: Page['layout']
  /** At the end of the header. */
  end?: ReactNode
  children: ReactNode
}

function Frame({ layout, end, children }: FrameProps) {
  return (
    <div className={frameClass}>
      <div className={headerClass}>
        <div className={headerColumnClass(layout !== undefined)}>
          <span className={homeLinkClass}>
            <Logo />
          </span>
          <div className="flex-1" />
          {end}
        </div>
      </div>
      <div className={mainClass(layout)}>{children}</div>
    </div>
  )
}
