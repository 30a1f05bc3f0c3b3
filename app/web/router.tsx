import type { ComponentType } from 'react'
import { mayBeSignedIn } from '#kit/web/api/viewer-cookie.ts'
import { loadCode } from '#kit/web/lazy/load-code.ts'
import { formatQuery } from '#kit/web/router/params.ts'
import { startRouter } from '#kit/web/router/router.ts'
import { loadSignedInFrame } from './frame/signed-in-frame.ts'
import { pages } from './pages.ts'

/** A page exports its component and, if it needs more than its own code to be shown, a function that loads that. */
type PageModule = { [name: string]: ComponentType } & { preload?: () => Promise<unknown> }
const modules = import.meta.glob<PageModule>([
  './*/*-page.tsx',
  '!./frame/*',
  '../../features/*/web/**/*-page.tsx',
])

if (!mayBeSignedIn()) redirectToSignIn()

/** Resolves when there is a page to show. */
export const firstPage = startRouter(pages.map(page => ({ ...page, load: () => load(page) })))

async function load({ module, name, access }: (typeof pages)[number]): Promise<ComponentType> {
  const hasFrame = access !== 'public' && access !== 'visitor'
  const loadModule = modules[`${module}.tsx`]
  const [loaded] = await Promise.all([loadModule && loadCode(loadModule), hasFrame && loadSignedInFrame()])
  await loaded?.preload?.()
  const Page = loaded?.[name]
  if (!Page) throw new Error(`There is no ${name} in ${module}`)
  return Page
}

/** Redirects to the sign-in immediately. The guard would first load the code of the requested page. */
function redirectToSignIn(): void {
  const { pathname, search, hash } = location
  const access = pages.find(({ path }) => path === pathname)?.access ?? 'public'
  if (access === 'public' || access === 'visitor') return
  const href = pathname + search + hash
  const next = href === '/' ? undefined : href
  history.replaceState(null, '', `/login${formatQuery({ next })}`)
}
