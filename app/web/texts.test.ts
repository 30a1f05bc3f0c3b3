/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import { failedToUpdate } from '#features/settings/web/use-setting-form.ts'

/* The staff pages' messages: each is written in exactly one place, so that they can't diverge. */

const messages = (lines: string) => lines.trim().split(/ \| |\n/)

/** Messages without variable parts. */
test.each(
  messages(`
Logged out | Signing in... | Please enter a valid email address | Password is required
First name is required | Last name is required | Username is required | Department is required
Password must be at least 6 characters | Please select a campus | Please select a department
First name must be at least 2 characters | Last name must be at least 2 characters
Current password is required | Confirm password is required | New passwords don't match | Email mismatch
The email you entered doesn't match your account email | File too large | Profile image must be less than 10MB
Hours not available | Invalid email or password | Could not create your account
Verification token is missing | Failed to verify email | An unexpected error occurred during verification
This verification link has expired. Please request a new verification email. | Failed to submit rating
Favorites Limit Reached | Favorite not found for this restaurant
Could not delete favorite: Missing restaurant reference | Could not remove favorite | No campus selected
Please select a campus first | Could not find a random restaurant | Failed to fetch restaurants
Failed to fetch batched ratings data | Upload failed | Removal failed | Failed to update profile information
Failed to change password | Failed to delete account
Registration is currently disabled. Please contact your administrator. | Rating submitted | Rating updated
Added to favorites | Removed from favorites | Favorite removed | Restaurant ratings updated successfully
Profile image updated | Profile image removed | Profile updated | Password changed | Account deleted
Failed to calculate distance. Please check the address and try again.
Failed to connect to the distance calculation service. | Show on map | Use two fingers to move the map
See them in the list | Inexpensive | Moderate | Expensive | Very Expensive
`),
)('the message “%s” is in one place', text => {
  expect(placesOf(whole(text))).toHaveLength(1)
})

/** Messages with variable parts, by the fixed text around one of them. */
test.each([
  ['`Email must be a ${', '} address`'],
  ['Email must be one of the following: ${', ' address`'],
  ['`Error ${', '}: ${'],
  ['Failed to update restaurant ratings: ${', '`'],
  ['Failed to add to favorites: ${', '`'],
  ['Failed to remove from favorites: ${', '`'],
  ['You rated ${', '} with ${'],
  ['You updated your rating for ${', '} to ${'],
  ['System Version: {', '}'],
])('the message “%s…%s” is in one place', (beginning, end) => {
  expect(placesOf(new RegExp(`${escaped(beginning)}[^\\n]*?${escaped(end)}`, 'g'))).toHaveLength(1)
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

const sources = import.meta.glob<string>(
  ['/{app,kit,features}/**/*.{ts,tsx}', '!/**/*.test.{ts,tsx}', '!/app/web/ui-book/**'],
  { query: '?raw', import: 'default', eager: true },
)
// Without Command Mode, which has messages of its own, some with the same wording.
const isOfAdmin = /^\/(app|features\/[^/]+)\/web\/admin\/|^\/features\/imports\/(yelp-)?contract\.ts$/
const code = Object.fromEntries(
  Object.entries(sources)
    .filter(([path]) => !isOfAdmin.test(path))
    .map(([path, content]) => [path, content.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]),
)

test('all parts of the code are searched', () => {
  const parts = new Set(Object.keys(code).map(path => path.split('/')[1]))
  expect(parts).toEqual(new Set(['app', 'kit', 'features']))
  expect(Object.keys(code).length).toBeGreaterThan(300)
})

/** Of Command Mode, some with other words than the staff pages' ones. */
test.each(
  messages(`
Registration Enabled | Registration Disabled | Failed to update registration status
Registration message cannot be empty | You must specify at least one domain | Invalid Domains: \${
System alert created | System alert updated successfully | Failed to create system alert
Failed to update system alert | Failed to delete system alert | Show in Entire System | Login Page
Entire System | Please provide both email and first name | Failed to send test email
An unexpected error occurred | Please select a backup file to upload | Failed to create backup
Failed to create backup with images | Failed to restore from backup | Failed to delete backup
Failed to upload backup | Database restored successfully | Backup deleted successfully
`),
)('the message “%s” is written somewhere', text => {
  const beginsSo = new RegExp(`['"\`]${escaped(text)}`)
  expect(Object.values(sources)).toContainEqual(expect.stringMatching(beginsSo))
})

test.each([
  ['registration_message', 'Failed to update registration message'],
  ['domain_whitelist', 'Failed to update domain whitelist'],
] as const)('the message for a failed update of %s', (key, message) => {
  expect(failedToUpdate(settings[key].title)).toBe(message)
})
