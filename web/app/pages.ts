import { type PagePath, pagePaths } from '#contract/pages.ts'
import type { PageInfo } from '#web/lib/router/page-info.ts'

/** The module is below pages/, and exports the component by this name. */
type PageDetails = Omit<PageInfo, 'path'> & { module: string; name: string }

const details: Record<PagePath, PageDetails> = {
  '/': { access: 'user', module: 'home/home-page', name: 'HomePage' },
  '/profile': {
    access: 'user',
    title: 'Profile',
    backToRestaurants: true,
    module: 'profile/profile-page',
    name: 'ProfilePage',
  },
  '/profile/edit': {
    access: 'user',
    title: 'Edit profile',
    module: 'profile/profile-edit-page',
    name: 'ProfileEditPage',
  },
  '/admin': {
    access: 'admin',
    title: 'Command Mode',
    layout: 'admin',
    module: 'admin/admin-page',
    name: 'AdminPage',
  },
  '/full-data-assist': {
    access: 'super-user',
    title: 'Full Data Assist',
    backToRestaurants: true,
    module: 'full-data-assist/full-data-assist-page',
    name: 'FullDataAssistPage',
  },
  '/config': {
    access: 'super-user',
    title: 'API configuration',
    module: 'config/config-page',
    name: 'ConfigPage',
  },
  '/login': {
    access: 'visitor',
    title: 'Sign in',
    layout: 'auth',
    module: 'sign-in/sign-in-page',
    name: 'SignInPage',
  },
  '/finish-account': {
    access: 'visitor',
    title: 'Welcome',
    layout: 'auth',
    module: 'finish-account/finish-account-page',
    name: 'FinishAccountPage',
  },
  '/register': {
    access: 'visitor',
    title: 'Create an account',
    layout: 'auth',
    module: 'register/register-page',
    name: 'RegisterPage',
  },
  '/forgot-password': {
    access: 'visitor',
    title: 'Forgot your password?',
    layout: 'auth',
    module: 'password-reset/forgot-password-page',
    name: 'ForgotPasswordPage',
  },
  '/reset-password': {
    access: 'public',
    title: 'Choose a new password',
    layout: 'auth',
    module: 'password-reset/reset-password-page',
    name: 'ResetPasswordPage',
  },
  '/verify-email': {
    access: 'public',
    title: 'Verify your email',
    layout: 'auth',
    module: 'verify-email/verify-email-page',
    name: 'VerifyEmailPage',
  },
}

/** The pages, as data: the router, the build and the tests read it. */
export const pages = pagePaths.map(path => ({ path, ...details[path] }))
