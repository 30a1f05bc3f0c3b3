import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { parseHomeSearch } from '#web/pages/home/home-search.ts'
import { Guard } from './guard.tsx'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Navigate to="/" replace />,
})

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: () => <Guard access="user" />,
})
const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  component: () => <Guard access="visitor" />,
  validateSearch: parseNext,
})

const routes = rootRoute.addChildren([
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      validateSearch: parseHomeSearch,
      component: lazyRouteComponent(() => import('#web/pages/home/home-page.tsx'), 'HomePage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/profile',
      validateSearch: (search): { tab?: string; restaurant?: string } =>
        pickTexts(search, ['tab', 'restaurant']),
      component: lazyRouteComponent(() => import('#web/pages/profile/profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/profile/edit',
      component: lazyRouteComponent(
        () => import('#web/pages/profile/profile-edit-page.tsx'),
        'ProfileEditPage',
      ),
    }),
  ]),
  visitors.addChildren([
    createRoute({
      getParentRoute: () => visitors,
      path: '/login',
      component: lazyRouteComponent(() => import('#web/pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: () => visitors,
      path: '/register',
      component: lazyRouteComponent(() => import('#web/pages/register/register-page.tsx'), 'RegisterPage'),
    }),
    createRoute({
      getParentRoute: () => visitors,
      path: '/forgot-password',
      component: lazyRouteComponent(
        () => import('#web/pages/password-reset/forgot-password-page.tsx'),
        'ForgotPasswordPage',
      ),
    }),
  ]),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: (search): { token?: string } => pickTexts(search, ['token']),
    component: lazyRouteComponent(
      () => import('#web/pages/password-reset/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify-email',
    validateSearch: (search): { token?: string } => pickTexts(search, ['token']),
    component: lazyRouteComponent(
      () => import('#web/pages/verify-email/verify-email-page.tsx'),
      'VerifyEmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth',
    validateSearch: parseNext,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/login', search, replace: true })
    },
  }),
])

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // Plain texts in the address (?restaurant=12&q=tacos), not JSON.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function pickTexts<K extends string>(search: Record<string, unknown>, names: K[]): { [name in K]?: string } {
  return Object.fromEntries(
    names.flatMap(name => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )
}

/** Where somebody wanted to go before being sent to sign in. */
function parseNext(search: Record<string, unknown>): { next?: string } {
  return pickTexts(search, ['next'])
}
