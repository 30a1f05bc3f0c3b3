import { onlyVisible, withoutControls } from '#kit/rules/texts/text.ts'
import { parseUrl } from './parse-url.ts'

const host =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+\.?(?::\d{1,5})?(?:[/?#]|$)/u

/**
 * A web address as people write it: 'www.example.org/our menu' and '//example.org/our menu' mean https and %20, as they
 * do in a browser. Line breaks and tabs stay, since parsers drop them.
 */
export function withScheme(text: string): string {
  const address = onlyVisible(withoutControls(text))
  const named = address.replace(/^\/\//, '')
  const whole = host.test(named) ? `https://${named}` : address
  return /^https?:\/\//i.test(whole) ? whole.replace(/[^\S\t\r\n]/g, '%20') : whole
}

const label = '[a-z\\d_](?:[a-z\\d_-]*[a-z\\d_])?'
const hostName = new RegExp(`^(?:${label}(?:\\.${label})*\\.?|\\[[\\da-f:.]+\\])$`)
const quoted = /^https?:\/\/[^/?#]*[\p{Pi}\p{Pf}]/iu

/**
 * False for 'https://example.org,', 'https://example..org', 'https://“example.org”' and 'http://http://example.org', which
 * parsers take but which lead nowhere. Of texts that are no web address it says nothing.
 */
export function hasHostName(address: string): boolean {
  const url = parseUrl(address)
  if (!url || !/^https?:$/.test(url.protocol)) return true
  return hostName.test(url.hostname) && !/^https?$/.test(url.hostname) && !quoted.test(address)
}
