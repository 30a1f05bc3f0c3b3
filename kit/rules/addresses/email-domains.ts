import { groupBy } from '#kit/rules/group-by.ts'
import { decodePunycode } from '#kit/rules/punycode.ts'
import { onlyVisible } from '#kit/rules/texts/text.ts'
import { parseUrl } from './parse-url.ts'

/**
 * The entries of the whitelist setting, which are compared as plain text. If empty: the organization's own domain.
 */
export function allowedDomains(whitelist: string, organizationDomain: string): string[] {
  const domains = entriesOf(whitelist)
  return domains.length > 0 ? domains : [organizationDomain]
}

export const maxDomains = 200

/** Reads a whitelist as it was typed: its domains, without duplicates, and its invalid entries. */
export function readDomainList(text: string): { domains: string[]; invalid: string[] } {
  const entries = entriesOf(text)
  return { domains: entries.filter(isHostname), invalid: entries.filter(entry => !isHostname(entry)) }
}

/** One a line, or separated by commas; 'example.org' or '@example.org'. In lower case, each domain once. */
function entriesOf(text: string): string[] {
  const entries = text
    .split(/[\t-\r\x85\u2028\u2029,;]+/)
    .map(tidyDomain)
    .filter(Boolean)
  return [...groupBy(entries, domainForm).values()].flatMap(([first = '']) => first)
}

/** A domain as it was typed, in lower case and without an at-sign in front. */
export const tidyDomain = (text: string): string => onlyVisible(text).toLowerCase().replace(/^@/, '')

/** Whether a text is a name such as example.org or köln.example: labels between dots, but no patterns. */
export function isHostname(text: string): boolean {
  const form = domainForm(text)
  const labels = asciiForm(form).split('.')
  const isLabel = (label: string) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)
  if (labels.length < 2 || !labels.every(isLabel) || !/^[a-z]/.test(labels.at(-1) ?? '')) return false
  return labels.join('.').length <= 253 && !form.split('.').some(isMixed)
}

// A Cyrillic а among Latin letters looks like another domain.
const isMixed = (label: string) =>
  /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)

/**
 * A domain as it is stored in addresses and compared: in lower case and with its own letters, 'köln.example' for
 * 'xn--kln-sna.example', which browsers and issuers may send instead.
 */
function domainForm(text: string): string {
  const domain = text.toLowerCase()
  const labels = asciiForm(domain).split('.')
  const form = labels.map(label => decodePunycode(label) ?? label).join('.')
  return asciiForm(form) === labels.join('.') ? form : domain
}

/** Unchanged unless it consists of letters, digits, hyphens and dots, because a URL has other parts, too. */
function asciiForm(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}·・.。．｡-]*(?:[^ -~]|xn--)[\p{L}\p{M}\p{N}·・.。．｡-]*$/u.test(domain))
    return domain
  return parseUrl(`http://${domain}`)?.hostname ?? domain
}

/** An address as it is stored and compared. */
export function tidyEmail(text: string): string {
  const email = onlyVisible(text).toLowerCase()
  const domainAt = email.lastIndexOf('@') + 1
  return email.slice(0, domainAt) + domainForm(email.slice(domainAt))
}

/** Compares the whole part after the last at-sign, never a suffix: 'evil-example.org' isn't 'example.org'. */
export function hasAllowedDomain(email: string, domains: readonly string[]): boolean {
  const domain = domainForm(email.slice(email.lastIndexOf('@') + 1))
  return domains.some(allowed => domainForm(allowed) === domain)
}

export function domainMessage(domains: readonly string[]): string {
  const names = domains.map(domain => `@${domain}`)
  return names.length === 1
    ? `Email must be a ${names[0]} address`
    : `Email must be one of the following: ${names.join(', ')} address`
}

/** The same message, as the administration's form words it. */
export function accountDomainMessage(domains: readonly string[]): string {
  return `Email must be a ${domains.join(' or ')} email address`
}
