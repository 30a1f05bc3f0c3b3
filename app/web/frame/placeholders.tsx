import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import {
  adminBarClass,
  adminBarRowClass,
  adminLayoutClass,
  sectionClass,
  sidePanelClass,
} from '#app/web/admin/admin-classes.ts'
import { SectionSkeleton } from '#app/web/admin/section-skeleton.tsx'
import { AuthLayout } from '#app/web/auth/auth-layout.tsx'
import { signInTexts } from '#app/web/auth/sign-in-texts.ts'
import { CampusSkeleton, ChooserSkeleton, HomeHeading } from '#app/web/home/home-skeleton.tsx'
import {
  DetailsSkeleton,
  NameSkeleton,
  PictureSkeleton,
} from '#features/restaurants/web/details/details-skeleton.tsx'
import {
  asideClass,
  bodyClass,
  columnsClass,
  panelClass,
  scrimClass,
  titleBarClass,
} from '#kit/web/overlays/dialog-classes.ts'
import type { Page } from '#kit/web/router/router.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Logo } from '#kit/web/ui/logo.tsx'
import { frameClass, headerClass, headerColumnClass, homeLinkClass, mainClass } from './frame-classes.ts'

/*
 * Painted before a page's scripts have loaded: the page as it looks without any data, with everything where it will
 * stay. Rendered when the application is built (scripts/build/placeholders.ts); app/web/boot.ts chooses one.
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
