/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { failedToUpdate } from '#web/shared/settings/use-save-setting.ts'

/* Command Mode's messages, each with the file that contains it. Some differ in wording from the staff pages' ones. */

test.each([
  ['Registration Enabled', 'registration/use-registration-switch.ts'],
  ['Registration Disabled', 'registration/use-registration-switch.ts'],
  ['Failed to update registration status', 'registration/use-registration-switch.ts'],
  ['Registration message cannot be empty', '/contract/settings.ts'],
  ['You must specify at least one domain', '/contract/settings.ts'],
  ['Invalid Domains: ${', '/contract/settings.ts'],

  ['System alert created', 'alerts/alert-dialog.tsx'],
  ['System alert updated successfully', 'alerts/alert-dialog.tsx'],
  ['Failed to create system alert', 'alerts/alert-dialog.tsx'],
  ['Failed to update system alert', 'alerts/alert-dialog.tsx'],
  ['Failed to delete system alert', 'alerts/alerts-section.tsx'],
  ['Show in Entire System', 'alerts/alert-dialog.tsx'],
  ['Login Page', 'alerts/severities.tsx'],
  ['Entire System', 'alerts/severities.tsx'],

  ['Please provide both email and first name', '/contract/mails.ts'],
  ['Failed to send test email', 'mail/test-email-panel.tsx'],
  ['Failed to send test email', '/server/features/mails/send-test-mail.ts'],
  ['An unexpected error occurred', 'mail/test-email-panel.tsx'],

  ['Please select a backup file to upload', '/contract/backups.ts'],
  ['Failed to create backup', 'backups/use-backup-writes.ts'],
  ['Failed to create backup with images', 'backups/use-backup-writes.ts'],
  ['Failed to restore from backup', 'backups/use-restore.ts'],
  ['Failed to delete backup', 'backups/use-backup-writes.ts'],
  ['Failed to upload backup', 'backups/use-backup-writes.ts'],
  ['Database restored successfully', 'backups/use-restore.ts'],
  ['Backup deleted successfully', 'backups/use-backup-writes.ts'],
])('the message “%s” is in %s', (text, file) => {
  const content = sources[file.startsWith('/') ? file : `/web/pages/admin/${file}`] ?? ''
  expect(content).toMatch(new RegExp(`['"\`]${text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')}`))
})

test.each([
  ['registration_message', 'Failed to update registration message'],
  ['domain_whitelist', 'Failed to update domain whitelist'],
] as const)('the message for a failed update of %s', (key, message) => {
  expect(failedToUpdate(settings[key].title)).toBe(message)
})

const sources = import.meta.glob<string>(
  ['/{web/pages/admin,contract,server/features}/**/*.{ts,tsx}', '!/**/*.test.{ts,tsx}'],
  { query: '?raw', import: 'default', eager: true },
)
