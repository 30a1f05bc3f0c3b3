/// <reference types="vite/client" />
import { expect, test } from 'vitest'

/* The staff pages' messages, each with the only file that may contain it: written once, so that they can't diverge. */

/** Messages without variable parts. */
test.each([
  ['Logged out', 'web/features/accounts/use-logout.ts'],
  ['Signing in...', 'web/features/accounts/login-form.tsx'],

  ['Please enter a valid email address', 'contract/fields.ts'],
  ['Password is required', 'contract/sessions.ts'],
  ['First name is required', 'contract/fields.ts'],
  ['Last name is required', 'contract/fields.ts'],
  ['Username is required', 'contract/accounts.ts'],
  ['Department is required', 'contract/users.ts'],
  ['Password must be at least 6 characters', 'contract/fields.ts'],
  ['Please select a campus', 'contract/fields.ts'],
  ['Please select a department', 'contract/fields.ts'],
  ['First name must be at least 2 characters', 'contract/accounts.ts'],
  ['Last name must be at least 2 characters', 'contract/accounts.ts'],
  ['Current password is required', 'contract/accounts.ts'],
  ['Confirm password is required', 'contract/accounts.ts'],
  ["New passwords don't match", 'contract/accounts.ts'],
  ['Email mismatch', 'web/features/accounts/delete-section.tsx'],
  ["The email you entered doesn't match your account email", 'contract/accounts.ts'],
  ['File too large', 'web/features/accounts/use-profile-image.ts'],
  ['Profile image must be less than 10MB', 'contract/images.ts'],
  ['Hours not available', 'domain/opening-times.ts'],

  ['Invalid email or password', 'contract/sessions.ts'],
  ['Could not create your account', 'web/features/accounts/registration.ts'],
  ['Verification token is missing', 'contract/accounts.ts'],
  ['Failed to verify email', 'web/features/accounts/verification-state.ts'],
  ['An unexpected error occurred during verification', 'web/features/accounts/verification-state.ts'],
  [
    'This verification link has expired. Please request a new verification email.',
    'server/features/accounts/registration/verify-email.ts',
  ],
  ['Failed to submit rating', 'web/features/ratings/use-rate.ts'],
  ['Favorites Limit Reached', 'web/features/favorites/use-favorites.ts'],
  ['Favorite not found for this restaurant', 'server/features/favorites/favorites-api.ts'],
  ['Could not delete favorite: Missing restaurant reference', 'contract/favorites.ts'],
  ['Could not remove favorite', 'web/features/favorites/use-favorites.ts'],
  ['No campus selected', 'web/features/random-pick/no-campus.ts'],
  ['Please select a campus first', 'web/features/random-pick/no-campus.ts'],
  ['Could not find a random restaurant', 'contract/restaurants.ts'],
  ['Failed to fetch restaurants', 'web/pages/home/list-states.tsx'],
  ['Failed to fetch batched ratings data', 'web/pages/home/use-matching-restaurants.ts'],
  ['Upload failed', 'web/features/accounts/use-profile-image.ts'],
  ['Removal failed', 'web/features/accounts/use-profile-image.ts'],
  ['Failed to update profile information', 'web/features/accounts/profile-form.ts'],
  ['Failed to change password', 'web/features/accounts/password-section.tsx'],
  ['Failed to delete account', 'web/features/accounts/delete-section.tsx'],
  ['Registration is currently disabled. Please contact your administrator.', 'contract/accounts.ts'],
  ['Rating submitted', 'web/features/ratings/use-rate.ts'],
  ['Rating updated', 'web/features/ratings/use-rate.ts'],
  ['Added to favorites', 'web/features/favorites/use-favorites.ts'],
  ['Removed from favorites', 'web/features/favorites/use-favorites.ts'],
  ['Favorite removed', 'web/pages/profile/favorites-tab.tsx'],
  ['Restaurant ratings updated successfully', 'web/features/restaurants/team-ratings-dialog.tsx'],
  ['Profile image updated', 'web/features/accounts/use-profile-image.ts'],
  ['Profile image removed', 'web/features/accounts/use-profile-image.ts'],
  ['Profile updated', 'web/features/accounts/details-section.tsx'],
  ['Password changed', 'server/features/accounts/accounts-api.ts'],
  ['Account deleted', 'web/features/accounts/delete-section.tsx'],

  ['Failed to calculate distance. Please check the address and try again.', 'contract/distances.ts'],
  ['Failed to connect to the distance calculation service.', 'web/features/restaurants/auto-calculate.tsx'],

  ['Show on map', 'web/shared/restaurant/where-on-map.tsx'],
  ['Use two fingers to move the map', 'web/features/map/map-frame.tsx'],
  ['See them in the list', 'web/features/map/restaurants-map.tsx'],

  ['Inexpensive', 'domain/price.ts'],
  ['Moderate', 'domain/price.ts'],
  ['Expensive', 'domain/price.ts'],
  ['Very Expensive', 'domain/price.ts'],
])('the message “%s” is only in %s', (text, file) => {
  expect(placesOf(whole(text))).toEqual([file])
})

/** Messages with variable parts, by the fixed text around one of them. */
test.each([
  ['`Email must be a ${', '} address`', 'domain/email-domains.ts'],
  ['Email must be one of the following: ${', ' address`', 'domain/email-domains.ts'],
  ['`Error ${', '}: ${', 'web/features/accounts/registration.ts'],
  ['Failed to update restaurant ratings: ${', '`', 'web/features/restaurants/team-ratings-dialog.tsx'],
  ['Failed to add to favorites: ${', '`', 'web/features/favorites/use-favorites.ts'],
  ['Failed to remove from favorites: ${', '`', 'web/features/favorites/use-favorites.ts'],
  ['You rated ${', '} with ${', 'web/features/ratings/use-rate.ts'],
  ['You updated your rating for ${', '} to ${', 'web/features/ratings/use-rate.ts'],
  ['System Version: {', '}', 'web/app/opened/viewer-menu.tsx'],
])('the message “%s…%s” is only in %s', (beginning, end, file) => {
  expect(placesOf(new RegExp(`${escaped(beginning)}[^\\n]*?${escaped(end)}`, 'g'))).toEqual([file])
})

test('“email” is never spelled with a hyphen', () => {
  expect(placesOf(/\be-mail/gi)).toEqual([])
})

/** The files that contain a text, listed once per occurrence. */
function placesOf(text: RegExp): string[] {
  return Object.entries(code).flatMap(([path, content]) =>
    Array.from(content.matchAll(text), () => path.slice(1)),
  )
}

/** Matches a whole string literal or an element's whole text, not part of another text. */
const whole = (text: string) => new RegExp(`(?<=['"\`]|>\\s*)${escaped(text)}(?=['"\`]|\\s*<)`, 'g')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// Without Command Mode, which has messages of its own, some with the same wording.
const sources = import.meta.glob<string>(
  [
    '/{web,contract,domain,server}/**/*.{ts,tsx}',
    '!/**/*.test.{ts,tsx}',
    '!/server/testing/**',
    '!/web/ui-book/**',
    '!/web/pages/admin/**',
    '!/contract/imports.ts',
    '!/contract/yelp.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const code = Object.fromEntries(
  Object.entries(sources).map(([path, content]) => [
    path,
    content.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  ]),
)

test('all parts of the code are searched', () => {
  const parts = new Set(Object.keys(code).map(path => path.split('/')[1]))
  expect(parts).toEqual(new Set(['web', 'contract', 'domain', 'server']))
  expect(Object.keys(code).length).toBeGreaterThan(300)
})
