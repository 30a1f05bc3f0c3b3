import { type PagePath, pagePaths } from '#kit/contract/pages.ts'
import type { PageInfo } from '#kit/web/router/page-info.ts'

/** The module’s path is relative to this file; it exports the component by this name. */
type PageDetails = Omit<PageInfo, 'path'> & { module: string; name: string }

const details: Record<PagePath, PageDetails> = {
  '/': { access: 'user', module: './home/home-page', name: 'HomePage' },
  '/profile': {
    access: 'user',
    title: 'Profile',
    backToRestaurants: true,
    module: './profile/profile-page',
    name: 'ProfilePage',
  },
  '/profile/edit': {
    access: 'user',
    title: 'Edit profile',
    module: './profile/profile-edit-page',
    name: 'ProfileEditPage',
  },
  '/admin': {
    access: 'admin',
    title: 'Command Mode',
    layout: 'admin',
    module: './admin/admin-page',
    name: 'AdminPage',
  },
  '/full-data-assist': {
    access: 'super-user',
    title: 'Full Data Assist',
    backToRestaurants: true,
    module: '../../features/ratings/web/full-data-assist/full-data-assist-page',
    name: 'FullDataAssistPage',
  },
  '/config': {
    access: 'super-user',
    title: 'API configuration',
    module: '../../features/configuration/web/config-page',
    name: 'ConfigPage',
  },
  '/login': {
    access: 'visitor',
    title: 'Sign in',
    layout: 'auth',
    module: './auth/sign-in-page',
    name: 'SignInPage',
  },
  '/finish-account': {
    access: 'visitor',
    title: 'Welcome',
    layout: 'auth',
    module: './auth/finish-account-page',
    name: 'FinishAccountPage',
  },
  '/register': {
    access: 'visitor',
    title: 'Create an account',
    layout: 'auth',
    module: './auth/register-page',
    name: 'RegisterPage',
  },
  '/forgot-password': {
    access: 'visitor',
    title: 'Forgot your password?',
    layout: 'auth',
    module: './auth/forgot-password-page',
    name: 'ForgotPasswordPage',
  },
  '/reset-password': {
    access: 'public',
    title: 'Choose a new password',
    layout: 'auth',
    module: './auth/reset-password-page',
    name: 'ResetPasswordPage',
  },
  '/verify-email': {
    access: 'public',
    title: 'Verify your email',
    layout: 'auth',
    module: './auth/verify-email-page',
    name: 'VerifyEmailPage',
  },
}

/** The pages, as data: the router, the build and the tests read it. */
export const pages = pagePaths.map(path => ({ path, ...details[path] }))
