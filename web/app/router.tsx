import { mayBeSignedIn } from '#web/api/viewer-cookie.ts'
import { formatQuery } from '#web/lib/router/query-string.ts'
import { type Page, startRouter } from '#web/lib/router/router.ts'
import { loadSignedInFrame } from './signed-in-frame.ts'

const pages: Page[] = [
  {
    path: '/',
    access: 'user',
    load: async () => (await import('#web/pages/home/home-page.tsx')).loadHomePage(),
  },
  {
    path: '/profile',
    access: 'user',
    title: 'Profile',
    backToRestaurants: true,
    load: async () => (await import('#web/pages/profile/profile-page.tsx')).ProfilePage,
  },
  {
    path: '/profile/edit',
    access: 'user',
    title: 'Edit profile',
    load: async () => (await import('#web/pages/profile/profile-edit-page.tsx')).ProfileEditPage,
  },
  {
    path: '/admin',
    access: 'admin',
    title: 'Command Mode',
    layout: 'admin',
    load: async () => (await import('#web/pages/admin/admin-page.tsx')).AdminPage,
  },
  {
    path: '/full-data-assist',
    access: 'super-user',
    title: 'Full Data Assist',
    backToRestaurants: true,
    load: async () =>
      (await import('#web/pages/full-data-assist/full-data-assist-page.tsx')).FullDataAssistPage,
  },
  {
    path: '/config',
    access: 'super-user',
    title: 'API configuration',
    load: async () => (await import('#web/pages/config/config-page.tsx')).ConfigPage,
  },
  {
    path: '/login',
    access: 'visitor',
    title: 'Sign in',
    layout: 'auth',
    load: async () => (await import('#web/pages/sign-in/sign-in-page.tsx')).SignInPage,
  },
  {
    path: '/finish-account',
    access: 'visitor',
    title: 'Welcome',
    layout: 'auth',
    load: async () => (await import('#web/pages/finish-account/finish-account-page.tsx')).FinishAccountPage,
  },
  {
    path: '/register',
    access: 'visitor',
    title: 'Create an account',
    layout: 'auth',
    load: async () => (await import('#web/pages/register/register-page.tsx')).RegisterPage,
  },
  {
    path: '/forgot-password',
    access: 'visitor',
    title: 'Forgot your password?',
    layout: 'auth',
    load: async () => (await import('#web/pages/password-reset/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: '/reset-password',
    access: 'anybody',
    title: 'Choose a new password',
    layout: 'auth',
    load: async () => (await import('#web/pages/password-reset/reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: '/verify-email',
    access: 'anybody',
    title: 'Verify your email',
    layout: 'auth',
    load: async () => (await import('#web/pages/verify-email/verify-email-page.tsx')).VerifyEmailPage,
  },
]

if (!mayBeSignedIn()) redirectToSignIn()

/** Resolves when there is a page to show. */
export const firstPage = startRouter(pages.map(withFrame), [
  { path: '/auth', to: '/login', keep: ['next', 'error'] },
])

function withFrame(page: Page): Page {
  if (page.access === 'anybody' || page.access === 'visitor') return page
  const load = async () => (await Promise.all([page.load(), loadSignedInFrame()]))[0]
  return { ...page, load }
}

/** Redirects to the sign-in immediately. The guard would first load the code of the requested page. */
function redirectToSignIn(): void {
  const { pathname, search, hash } = location
  const access = pages.find(({ path }) => path === pathname)?.access ?? 'anybody'
  if (access === 'anybody' || access === 'visitor') return
  const href = pathname + search + hash
  const next = href === '/' ? undefined : href
  history.replaceState(null, '', `/login${formatQuery({ next })}`)
}
