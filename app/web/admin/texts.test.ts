/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import { failedToUpdate } from '#features/settings/web/use-setting-form.ts'

/* Command Mode's messages. Some differ in wording from the staff pages' ones. */

test.each([
  'Registration Enabled',
  'Registration Disabled',
  'Failed to update registration status',
  'Registration message cannot be empty',
  'You must specify at least one domain',
  'Invalid Domains: ${',

  'System alert created',
  'System alert updated successfully',
  'Failed to create system alert',
  'Failed to update system alert',
  'Failed to delete system alert',
  'Show in Entire System',
  'Login Page',
  'Entire System',

  'Please provide both email and first name',
  'Failed to send test email',
  'An unexpected error occurred',

  'Please select a backup file to upload',
  'Failed to create backup',
  'Failed to create backup with images',
  'Failed to restore from backup',
  'Failed to delete backup',
  'Failed to upload backup',
  'Database restored successfully',
  'Backup deleted successfully',
])('the message “%s” is written somewhere', text => {
  expect(Object.values(sources)).toContainEqual(
    expect.stringMatching(new RegExp(`['"\`]${text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')}`)),
  )
})

test.each([
  ['registration_message', 'Failed to update registration message'],
  ['domain_whitelist', 'Failed to update domain whitelist'],
] as const)('the message for a failed update of %s', (key, message) => {
  expect(failedToUpdate(settings[key].title)).toBe(message)
})

const sources = import.meta.glob<string>(['/{app,kit,features}/**/*.{ts,tsx}', '!/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
