import { onlyVisible } from './text.ts'

/**
 * The entries of the whitelist setting: one domain per line, in lower case. If empty: the organization's own
 * domain.
 */
export function allowedDomains(whitelist: string, organizationDomain: string): string[] {
  const domains = whitelist
    .split('\n')
    .map(line => onlyVisible(line).toLowerCase())
    .filter(line => line !== '')
  return domains.length > 0 ? [...new Set(domains)] : [organizationDomain]
}

export const maxDomains = 200

/** Reads a whitelist as it was typed: its domains, without duplicates, and its invalid lines. */
export function readDomainList(text: string): { domains: string[]; invalid: string[] } {
  const lines = [...new Set(text.split('\n').map(line => onlyVisible(line).toLowerCase()))].filter(
    line => line !== '',
  )
  return { domains: lines.filter(isHostname), invalid: lines.filter(line => !isHostname(line)) }
}

/** Whether a text is a name such as example.org: letters, digits and inner hyphens between dots, but no patterns. */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false
  const labels = text.split('.')
  const isLabel = (label: string) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)
  return labels.length > 1 && labels.every(isLabel) && /^[a-z]/.test(labels.at(-1) ?? '')
}

/** Compares the whole part after the last at-sign, never a suffix: 'evil-example.org' isn't 'example.org'. */
export function hasAllowedDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.includes(domain)
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
