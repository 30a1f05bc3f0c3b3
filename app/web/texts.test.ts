/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { settings } from '#features/settings/contract.ts'
import { failedToUpdate } from '#features/settings/web/use-setting-form.ts'

const sources = import.meta.glob<string>(
  ['/{app,kit,features}/**/*.{ts,tsx}', '!/**/*.test.{ts,tsx}', '!/app/web/ui-book/**'],
  { query: '?raw', import: 'default', eager: true },
)
const code = Object.values(sources).map(source => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))

/** Those of staff pages and of Command Mode that no test of a page or of a call reads. */
const messages = `
Signing in... | Email mismatch | Failed to submit rating | Could not remove favorite | Please select a campus first
Failed to fetch restaurants | Failed to fetch batched ratings data | Removal failed | Failed to delete account
Removed from favorites | See them in the list | Failed to update restaurant ratings: \${
Failed to add to favorites: \${ | Failed to remove from favorites: \${
Failed to create system alert | Failed to delete system alert | Failed to create backup
Failed to create backup with images | Failed to restore from backup | Failed to delete backup
`
test.each(messages.trim().split(/ \| |\n/))('the message “%s” is written as people know it', text => {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  expect(code.join('\n')).toMatch(new RegExp(`(['"\`]|>\\s*)${escaped}(['"\`]|\\s*<|(?<=\\{))`))
})

test.each([
  ['registration_message', 'Failed to update registration message'],
  ['domain_whitelist', 'Failed to update domain whitelist'],
] as const)('the message for a failed update of %s', (key, message) => {
  expect(failedToUpdate(settings[key].title)).toBe(message)
})

test('“email” is never spelled with a hyphen', () => {
  expect(code.length).toBeGreaterThan(300)
  expect(code.filter(source => /\be-mail/i.test(source))).toEqual([])
})
