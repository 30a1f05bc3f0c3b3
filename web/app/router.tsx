import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { parseHomeSearch } from '#web/pages/home/home-search.ts'
import { parseProfileSearch } from '#web/pages/profile/profile-search.ts'
import { Guard } from './guard.tsx'
import { RouteError } from './route-error.tsx'
import { parseAddress, pickGiven, pickTexts, writeAddress } from './search-texts.ts'
import { Shell } from './shell.tsx'

/** What the shell shows around a page. */
interface PageFrame {
  /** Before the name of the application in the window's title. */
  title?: string
  /** Shows the button 'Back to Restaurants'. */
  backToRestaurants?: boolean
  /** Full width instead of a centered column: 'entrance' has a picture beside a form, 'workplace' is Command Mode. */
  layout?: 'entrance' | 'workplace'
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption extends PageFrame {}
}

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Navigate to="/" replace />,
})

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: () => <Guard access="user" />,
})

const administrators = createRoute({
  getParentRoute: () => rootRoute,
  id: 'administrators',
  component: () => <Guard access="admin" />,
})

const superUsers = createRoute({
  getParentRoute: () => rootRoute,
  id: 'super-users',
  component: () => <Guard access="super-user" />,
})

const parseNext = (search: Record<string, unknown>) => pickTexts(search, ['next', 'error'])
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
      staticData: { title: 'Profile', backToRestaurants: true },
      validateSearch: parseProfileSearch,
      component: lazyRouteComponent(() => import('#web/pages/profile/profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/profile/edit',
      staticData: { title: 'Edit profile' },
      component: lazyRouteComponent(
        () => import('#web/pages/profile/profile-edit-page.tsx'),
        'ProfileEditPage',
      ),
    }),
  ]),
  administrators.addChildren([
    createRoute({
      getParentRoute: () => administrators,
      path: '/admin',
      staticData: { title: 'Command Mode', layout: 'workplace' },
      // Each section keeps what it wants there.
      validateSearch: (search: Record<string, unknown>): { [name: string]: string | undefined } =>
        pickGiven(search),
      component: lazyRouteComponent(() => import('#web/pages/admin/admin-page.tsx'), 'AdminPage'),
    }),
  ]),
  superUsers.addChildren([
    createRoute({
      getParentRoute: () => superUsers,
      path: '/full-data-assist',
      staticData: { title: 'Full Data Assist', backToRestaurants: true },
      validateSearch: search => pickTexts(search, ['user', 'q', 'campusCode']),
      component: lazyRouteComponent(
        () => import('#web/pages/full-data-assist/full-data-assist-page.tsx'),
        'FullDataAssistPage',
      ),
    }),
    createRoute({
      getParentRoute: () => superUsers,
      path: '/config',
      staticData: { title: 'API configuration' },
      component: lazyRouteComponent(() => import('#web/pages/config/config-page.tsx'), 'ConfigPage'),
    }),
  ]),
  visitors.addChildren([
    createRoute({
      getParentRoute: () => visitors,
      path: '/login',
      staticData: { title: 'Sign in', layout: 'entrance' },
      component: lazyRouteComponent(() => import('#web/pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: () => visitors,
      path: '/finish-account',
      staticData: { title: 'Welcome', layout: 'entrance' },
      component: lazyRouteComponent(
        () => import('#web/pages/finish-account/finish-account-page.tsx'),
        'FinishAccountPage',
      ),
    }),
    createRoute({
      getParentRoute: () => visitors,
      path: '/register',
      staticData: { title: 'Create an account', layout: 'entrance' },
      component: lazyRouteComponent(() => import('#web/pages/register/register-page.tsx'), 'RegisterPage'),
    }),
    createRoute({
      getParentRoute: () => visitors,
      path: '/forgot-password',
      staticData: { title: 'Forgot your password?', layout: 'entrance' },
      component: lazyRouteComponent(
        () => import('#web/pages/password-reset/forgot-password-page.tsx'),
        'ForgotPasswordPage',
      ),
    }),
  ]),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    staticData: { title: 'Choose a new password', layout: 'entrance' },
    validateSearch: search => pickTexts(search, ['token']),
    component: lazyRouteComponent(
      () => import('#web/pages/password-reset/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify-email',
    staticData: { title: 'Verify your email', layout: 'entrance' },
    validateSearch: search => pickTexts(search, ['token']),
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
  parseSearch: parseAddress,
  stringifySearch: writeAddress,
})
